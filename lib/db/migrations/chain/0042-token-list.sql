-- The operator's token list: replaced whenever the indexer starts, except for the logos that it has.
create table listed_tokens (
  address bytea primary key,
  -- of the list
  list text not null,
  name text not null,
  symbol text not null,
  decimals integer not null,
  -- Where its logo is: a URL, or a path beside the list; null for none.
  logo_uri text,
  -- -infinity: the logo is to be read
  checked_at timestamptz not null default '-infinity',
  -- Whether the contract bears the name or symbol, and the decimals, of the list; null until it was asked.
  agrees boolean,
  -- PNG, JPEG, WebP or GIF, whose type is told by its first bytes; null for none
  logo bytea,
  logo_type text,
  -- changes with the logo
  logo_version text
);
create index listed_tokens_due on listed_tokens (checked_at) where logo_uri is not null;
