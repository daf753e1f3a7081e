-- How far each read model is. Its tables are made from its own file and stand in a schema of their own.
create table projections (
  name text primary key,
  version integer not null,
  position bigint not null
);
