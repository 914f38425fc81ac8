-- What an account has approved: its approval logs by spender and token, the last one of each first. Written for these
-- logs only, and removed with them, so that nothing has to be kept or taken back beside the logs themselves. In order:
-- Approval, ApprovalForAll, OperatorSet and Approval of ERC-6909, OperatorSet of ERC-7984.
create index logs_approvals on logs (
  topic1, topic2, address, topic0, (coalesce(topic3, '\x'::bytea)), block_number desc, log_index desc
)
where topic0 in (
    '\x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    '\x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
    '\xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267',
    '\xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7',
    '\x921a218a75d18e8ec5704851e6b234a85725b21a2521ce889622c35dedc1fa12'
  )
  and octet_length(data) <= 32;
