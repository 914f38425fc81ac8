-- What computes on the encrypted values of a confidential token, read once: of contracts that declare an fhEVM, the
-- contracts that they declare.
create table fhe_apps (
  address bytea primary key,
  -- fhevm: it declares an executor; cofhe: Fhenix; nox: iExec, computed in enclaves; unknown: nothing tells
  maker text not null check (maker in ('fhevm', 'cofhe', 'nox', 'unknown')),
  acl bytea,
  executor bytea,
  kms_verifier bytea,
  -- result of confidentialProtocolId(); null without one
  protocol_id numeric
);
