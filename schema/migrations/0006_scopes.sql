-- What a token may be used for. Tokens of before could chat.
alter table api_tokens add column scopes text[] not null default '{chat}';
