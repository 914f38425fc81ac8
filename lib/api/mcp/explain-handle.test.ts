import { expect, test } from 'vitest';
import { HANDLE_COUNTS } from '@/lib/endpoints/fhe-handle';
import { MCP_LIMITS } from '@/lib/endpoints/mcp';
import { mentionOf } from '@/test/support/mention';
import { explainAccess, explainHandle } from './explain-handle';

const [USER, APP, FRIEND] = ['a', 'b', 'c']
  .map((digit) => `0x${digit.repeat(40)}`)
  .map((one) => mentionOf(one));
const AT = {
  block_number: 7,
  log_index: 3,
  timestamp: '2026-01-01T00:00:00.000000Z',
  transaction_hash: `0x${'9'.repeat(64)}`,
};
const HANDLE = {
  ...{ handle: `0x${'5'.repeat(64)}`, fhe_type: 'Uint64', version: 0, chain_id: '5', origin: 'input' },
  ...{ input_index: 0, deployment: 'Local', operation: null, operations_count: 0, bridged: [], tokens: [] },
  ...{ input: { user: USER, contract: APP, ...AT }, uses_count: 2 },
  ...{ accounts_count: 3, are_accounts_counted: true },
  ...{
    public_since: null,
    cleartexts: [],
    public_amounts: [],
    transient_grants: [],
    complete_since_block: null,
  },
};
const CLEARTEXT = { value: '42', source: 'AmountDisclosed', certainty: 'reported', contract: APP, ...AT };

test('a value that is not public', () => {
  expect(explainHandle(HANDLE).summary).toBe(
    `An encrypted euint64, an input that ${USER?.hash} encrypted, verified in block 7. Its value is not public. Of accounts and contracts, 3 may decrypt it: who_can_decrypt_fhe_handle lists them. Operations that used it: 2.`,
  );
});

test('one that the transfer of an ERC-20 token tells, and a count that is the least', () => {
  const leg = { kind: 'wrap', token: FRIEND, amount: '62000000', contract: APP, ...AT };
  const { summary } = explainHandle({ ...HANDLE, public_amounts: [leg], uses_count: HANDLE_COUNTS.uses });
  expect(summary).toContain(
    `. It was wrapped from 62000000 units of the ERC-20 token ${FRIEND?.hash}, whose transfer in block 7 is public.`,
  );
  expect(summary).not.toContain('not public');
  expect(summary).toContain('Operations that used it: at least 10000.');
});

test('one that everyone may decrypt, whether a log tells it or not; of unknown origin, or from another chain', () => {
  const open = { ...HANDLE, public_since: { caller: APP, ...AT } };
  expect(explainHandle(open).summary).toContain(
    'Its value is in no indexed log. Everyone may decrypt it since',
  );
  expect(explainHandle({ ...open, cleartexts: [CLEARTEXT] }).summary).toContain(
    'Its value is 42 (reported, by AmountDisclosed in block 7). Everyone may',
  );
  const unknown = { ...HANDLE, input: null, origin: 'unknown' };
  expect(explainHandle(unknown).summary).toContain('whose origin is in no indexed block');
  const bridged = {
    direction: 'received',
    contract: APP,
    app: null,
    twin: null,
    chain_id: '1',
    guid: HANDLE.handle,
  };
  expect(
    explainHandle({ ...unknown, origin: 'bridged', bridged: [{ ...bridged, ...AT }] }).summary,
  ).toContain('which came over a bridge from chain 1 in block 7');
});

test('a summary is short enough to be whole, and a value of the bridge’s governance is not the value', () => {
  const told = {
    ...HANDLE,
    cleartexts: [{ ...CLEARTEXT, value: String(2n ** 256n), certainty: 'verified' }],
  };
  const open = { ...told, public_since: { caller: APP, ...AT }, uses_count: 10_000 };
  expect(explainHandle(open).summary.length).toBeLessThan(MCP_LIMITS.text);
  const named = [{ ...CLEARTEXT, source: 'FallbackGrantedPlaintext' }];
  expect(explainHandle({ ...HANDLE, cleartexts: named }).summary).toContain('Its value is not public.');
});

test('who may decrypt it, and in whose names', () => {
  const delegation = { delegate: FRIEND, contract: null, expires_at: null, ...AT };
  const grants = [
    { account: { ...USER, is_contract: false }, caller: APP, ...AT, delegations: [delegation] },
    { account: APP, caller: null, ...AT, delegations: [] },
  ];
  const { summary, may_decrypt: lines } = explainAccess({ items: grants, next_page_params: null });
  expect(summary).toBe('1 account and 1 contract may decrypt it, and 1 delegate in their names.');
  expect(lines[0]).toMatchObject({
    account: USER?.hash,
    granted_by: APP?.hash,
    delegates: [{ account: FRIEND?.hash, through_contract: 'any', until: 'for ever' }],
  });
  const next = { block_number: 1, index: 1, items_count: 50 };
  expect(explainAccess({ items: grants, next_page_params: next }).summary).toMatch(/^On this page: /);
});
