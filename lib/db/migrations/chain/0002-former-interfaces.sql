-- Verified sources of code that is no longer at the address (destroyed, made again, or set by a development node), as they
-- stood in contract_interfaces; those of an artifact with its sources.
create table former_interfaces (
  like contract_interfaces,
  -- the state in which the address was found to have another code, or none
  ended_block bigint not null,
  primary key (address, ended_block)
);
