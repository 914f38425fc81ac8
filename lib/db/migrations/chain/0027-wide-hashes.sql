-- By itself, since a lock that is refused would undo what 0026 built.
drop index transactions_hash_wide;
