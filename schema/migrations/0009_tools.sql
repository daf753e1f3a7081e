-- What is too large for an event: the text, by the SHA-256 of it.
create table blobs (
  hash text primary key,
  content text not null
);

-- Vectors of the tools' examples, by the embedding model and the SHA-256 of the text.
create table example_vectors (
  model text not null,
  hash text not null,
  vector real[] not null,
  primary key (model, hash)
);
