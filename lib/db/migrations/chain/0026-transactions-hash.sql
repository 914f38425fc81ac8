-- The first bytes of a hash, as in transaction_heights, find it as well as all 32 (lib/db/latest-with-hash.ts).
alter index transactions_hash rename to transactions_hash_wide;
create index transactions_hash on transactions (substring(hash for 7));
-- Of an expression, PostgreSQL knows nothing until then.
analyze transactions;
