-- The contracts that the operator named for prices in US dollars, by asset: a token, or the coin (no bytes).
create table price_feeds (
  asset bytea primary key,
  kind text not null check (kind in ('feed', 'pool')),
  contract bytea not null,
  -- Seconds after which its price counts no more.
  max_age bigint not null,
  -- What the feed calls itself; null until it told.
  description text
);

-- What the feeds told in the state after a block, as one endpoint answered: at one block an hour, and whenever a new price was seen.
create table prices (
  asset bytea not null,
  block_number bigint not null,
  -- Dollars for one whole coin or token; null: the contract gave no price.
  price numeric,
  -- When the price was set, in Unix seconds.
  updated_at bigint,
  primary key (asset, block_number)
);
create index prices_block_number on prices (block_number);
