-- By itself, since a lock that is refused would undo what 0013 built.
drop index logs_address_wide;
drop index transactions_hash_wide;
