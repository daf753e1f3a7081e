-- A disabled user's sessions are gone, and the tokens good for nothing until the user is enabled again.
alter table users add column disabled_at timestamptz;

-- The browser, as it names itself.
alter table sessions add column agent text not null default '';

-- A link that is good for once: it makes an account, or sets the password of one. Its secret is kept as a hash.
create table invitations (
  id uuid primary key,
  token_hash text not null unique,
  user_id uuid references users on delete cascade,
  is_admin boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
