-- What several processes must share and nobody else may know.
create table secrets (
  name text primary key,
  value text not null
);

-- `username_key` is the name as it is compared: normalised and in lower case.
create table users (
  id uuid primary key,
  username text not null,
  username_key text not null unique,
  password_hash text not null,
  is_admin boolean not null default false,
  created_at timestamptz not null
);

-- `token_hash` is a keyed hash: whoever reads the database can neither use a session nor test a guess.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  token_hash text not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index api_tokens_user on api_tokens (user_id, created_at);
