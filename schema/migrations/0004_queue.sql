-- Who waits and who runs, by lane. Reserved before the turn is in the log, reconciled from it.
create table turn_queue (
  turn_id uuid primary key,
  lane text not null,
  user_id text not null,
  conversation_id uuid not null,
  status text not null check (status in ('reserved', 'waiting', 'running')),
  sequence bigint generated always as identity,
  reserved_at timestamptz not null default now()
);
create index turn_queue_lane on turn_queue (lane, status);

-- Round-robin: users are served in the order of when they were last served.
create table lane_users (
  lane text not null,
  user_id text not null,
  served bigint not null,
  primary key (lane, user_id)
);
