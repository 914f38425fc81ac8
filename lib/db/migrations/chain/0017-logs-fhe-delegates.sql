-- Delegations to an account by an ACL: DelegatedForUserDecryption and RevokedDelegationForUserDecryption.
create index logs_fhe_delegates on logs (topic2, address, block_number desc, log_index desc)
where topic0 in (
  '\x527b025d7ff06689c1ab9d32dfd7881c964cce72ce8ac5b2fe1d3be8cfda5bfc',
  '\x7aca80b6b7928b9038f186e3d9922a0fc5d52c398fbf144725c142c52a5277e4'
);
