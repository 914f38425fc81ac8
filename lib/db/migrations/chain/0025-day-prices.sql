-- Prices of days in US dollars, as the operator's PRICES_FILE says: they do not follow from blocks.
create table day_prices (
  -- A token, or the coin (no bytes).
  asset bytea not null,
  -- Days since 1970-01-01, in UTC.
  day integer not null,
  price numeric not null,
  primary key (asset, day)
);
