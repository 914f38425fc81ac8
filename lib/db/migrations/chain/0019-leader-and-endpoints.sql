-- How often an indexer has begun to lead this chain. Every write locks this row and checks its own term, so that what
-- an earlier leader still sends is refused.
create table leader (
  only_row boolean primary key default true check (only_row),
  term bigint not null
);
insert into leader (term) values (0);

-- What the operator calls the endpoint, to be shown to anyone; hosts are for the operator's eyes.
alter table rpc_endpoints add column name text;
