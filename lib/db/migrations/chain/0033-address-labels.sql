-- Names that the operator or an address book gives to addresses; replaced whenever the indexer starts.
create table address_labels (
  address bytea primary key,
  -- UTF-8
  name bytea not null,
  tags text[] not null default '{}',
  url text,
  -- 'operator', or the book that the label comes from
  source text not null
);
