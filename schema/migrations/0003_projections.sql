-- How far each read model is. Its tables are made from its own file (projections/), not by a migration.
create table projections (
  name text primary key,
  version integer not null,
  position bigint not null
);
