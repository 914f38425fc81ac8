-- Names that the programs ship (signatures.txt.gz) are source 0: whole declarations, as
-- "event Moved(address indexed to, uint256 value)".

-- Of several shipped declarations of one key, the likeliest first.
alter table signatures add column rank smallint not null default 0;

-- The SHA-256 of the file that is loaded.
create table shipped_signatures (checksum text not null);
