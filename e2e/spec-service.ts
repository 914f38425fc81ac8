import { once } from 'node:events';
import { createServer } from 'node:http';

/** Responses by path, as JSON; other paths are a 404. May be changed while the server runs. */
export type StubAnswers = Map<string, unknown>;

export type StubApi = Readonly<{
  url: string;
  answers: StubAnswers;
  /** Every requested path, in order. */
  asked: string[];
  stop(): void;
}>;

/** Starts a service with only these responses. Bigints are written with all their digits. */
export async function startStubApi(answers: StubAnswers): Promise<StubApi> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    requests.push(path);
    const isKeyed = request.headers.authorization === 'Bearer k';
    const body = answers.get(path);
    const status = isKeyed ? (body === undefined ? 404 : 200) : 401;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 200 ? JSON.stringify(body) : '{"message":"Not found"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, answers, asked: requests, stop };
}

export const CHAIN = '7';
export const HASH = `0x${'5e'.repeat(32)}`;
const TOKEN = `0x${'70'.repeat(20)}`;
const HANDLES = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32));
const [LEFT = '', RIGHT = '', RESULT = ''] = HANDLES;

/** An address with exactly the fields of the specification. */
export const specAddress = (hash: string) => ({
  hash,
  implementation_name: null,
  name: null,
  is_contract: false,
  is_verified: false,
  ens_domain_name: null,
  private_tags: [],
  public_tags: [],
  watchlist_names: [],
  metadata: { slug: 'tag', name: 'Tag', tagType: 'name', ordinal: 0, meta: {} },
});

/** Two that differ only where addresses are truncated. */
export const SENDER = `0xabcdef${'1'.repeat(28)}123456`;
export const RECEIVER = `0xabcdef${'2'.repeat(28)}123456`;

const specToken = {
  address_hash: TOKEN,
  circulating_market_cap: '0',
  decimals: '6',
  exchange_rate: '1.0',
  holders_count: '12',
  name: 'Stub Dollar',
  symbol: 'SUSD',
  total_supply: '1000000000',
  type: 'ERC-20',
  icon_url: null,
};

/** A transfer of the specification; in the list its `log_index` is text. */
export const specTransfer = {
  block_hash: `0x${'b1'.repeat(32)}`,
  transaction_hash: HASH,
  from: specAddress(SENDER),
  to: specAddress(RECEIVER),
  method: null,
  timestamp: null,
  type: 'token_transfer',
  token: specToken,
  total: { decimals: '6', value: '2500000' },
};

/** A transaction with exactly the fields of the specification, its numbers as other services write them. */
export const specTransaction = {
  hash: HASH,
  timestamp: '2026-06-20T09:43:58.000000Z',
  block_number: 12,
  status: 'ok',
  result: 'success',
  revert_reason: null,
  method: 'pay',
  type: 2,
  position: 0,
  nonce: 3,
  confirmations: 41,
  confirmation_duration: [0, 2000],
  fee: { type: 'actual', value: '21000000000000' },
  exchange_rate: '2000.5',
  gas_limit: '60000',
  gas_used: '21000',
  gas_price: '1000000000',
  base_fee_per_gas: '900000000',
  max_fee_per_gas: '2000000000',
  max_priority_fee_per_gas: '100000000',
  priority_fee: '2100000000000',
  transaction_burnt_fee: '18900000000000',
  value: '0',
  raw_input: '0x12345678',
  decoded_input: {
    method_call: 'pay(uint256 amount)',
    method_id: '12345678',
    parameters: [{ name: 'amount', type: 'uint256', value: '2500000' }],
  },
  from: specAddress(SENDER),
  to: specAddress(RECEIVER),
  created_contract: null,
  token_transfers: [{ ...specTransfer, log_index: 4 }],
  token_transfers_overflow: false,
  transaction_types: ['token_transfer', 'contract_call'],
  has_error_in_internal_transactions: false,
  actions: [],
  transaction_tag: null,
};

/** An operation with exactly the fields of the specification. */
export const specOperation = {
  block_number: 12,
  fhe_type: 'Uint64',
  hcu_cost: 162_000,
  hcu_depth: 162_000,
  inputs: { lhs: LEFT, rhs: RIGHT },
  is_scalar: false,
  log_index: 5,
  operation: 'FheAdd',
  result: `0x${RESULT}`,
  type: 'arithmetic',
  caller: {
    ens_domain_name: null,
    hash: TOKEN,
    implementations: [],
    is_contract: true,
    is_scam: false,
    is_verified: false,
    metadata: { tags: [{ meta: {}, name: 'Tag', ordinal: 0, slug: 'tag' }] },
    name: null,
    private_tags: [],
    public_tags: [],
    watchlist_names: [],
  },
};

const base = `/${CHAIN}/api/v2`;
export const TRANSACTION_PATH = `${base}/transactions/${HASH}`;

/** The five operations of the specification for one transaction, and nothing else. */
export function listSpecAnswers(): StubAnswers {
  return new Map<string, unknown>([
    [TRANSACTION_PATH, specTransaction],
    [
      `${TRANSACTION_PATH}/token-transfers`,
      { items: [{ ...specTransfer, log_index: '4' }], next_page_params: null },
    ],
    [
      `${TRANSACTION_PATH}/fhe-operations`,
      { items: [specOperation], max_depth_hcu: 162_000, operation_count: 1, total_hcu: 162_000 },
    ],
    [`${base}/tokens/${TOKEN}/instances/1/transfers-count`, { transfers_count: 3 }],
    [`/${CHAIN}/stats-service/api/v1/lines`, { sections: [] }],
  ]);
}
