-- Names that are searched for, in any case.
create index if not exists signatures_by_name on signatures (lower(substring(signature from '([A-Za-z0-9_$]+)\(')));
