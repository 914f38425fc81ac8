import { isFields } from '@/lib/rpc/read-fields';
import type { Lie } from './lying-node';

type Fields = Record<string, unknown>;

const BLOCK = ['eth_getBlockByNumber', 'eth_getBlockByHash'];
const RECEIPTS = ['eth_getBlockReceipts'];
const OTHER_HASH = `0x${'ab'.repeat(32)}`;
const OTHER_ADDRESS = `0x${'cd'.repeat(20)}`;

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const add = (value: unknown, by: bigint) => `0x${(BigInt(String(value ?? '0x0')) + by).toString(16)}`;
/** The same bytes but for the last bit. */
const flip = (hex: unknown) => {
  const text = String(hex);
  return text === '0x' ? '0x01' : text.slice(0, -1) + (Number.parseInt(text.slice(-1), 16) ^ 1).toString(16);
};

/** A lie about blocks at a height above 0; `change` returns false where it does not apply. */
const ofBlock = (name: string, change: (block: Fields) => unknown): Lie => ({
  name,
  methods: BLOCK,
  result: (block) =>
    isFields(block) && Number(block.number) > 0 && change(block) !== false ? block : undefined,
});

/** A lie about the transactions of a block; `hash only` answers have none. */
const ofTransaction = (name: string, change: (transaction: Fields) => unknown): Lie =>
  ofBlock(name, (block) => {
    const [first] = listOf(block.transactions);
    return first ? change(first) : false;
  });

const ofHeader = (name: string, field: string, change: (value: unknown) => unknown = flip): Lie =>
  ofBlock(`header: ${name}`, (block) => {
    if (typeof block[field] !== 'string') return false;
    block[field] = change(block[field]);
    return true;
  });

const ofReceipts = (name: string, change: (receipts: Fields[]) => unknown): Lie => ({
  name,
  methods: RECEIPTS,
  result: (answer) => {
    const receipts = listOf(answer);
    return receipts.length > 0 ? change(receipts) : undefined;
  },
});

const ofLog = (name: string, change: (log: Fields) => unknown): Lie =>
  ofReceipts(name, (receipts) => {
    const log = receipts.flatMap(({ logs }) => listOf(logs)).at(0);
    if (!log) return undefined;
    change(log);
    return receipts;
  });

const withLogs = (receipts: readonly Fields[]) => receipts.find(({ logs }) => listOf(logs).length > 0);

/** As of a node that lags behind its own head: asked for again. */
export const RECEIPTS_NULL = ofReceipts('receipts null', () => null);

/** Answers that contradict themselves or each other: refused whatever the chain. */
export const INCONSISTENT_LIES: readonly Lie[] = [
  ofBlock('another parent', (block) => Object.assign(block, { parentHash: OTHER_HASH })),
  ofBlock('another hash', (block) => Object.assign(block, { hash: OTHER_HASH })),
  ofBlock('another height', (block) => Object.assign(block, { number: add(block.number, 1n) })),
  ofReceipts('receipts of another block', (receipts) =>
    receipts.map((receipt) => ({ ...receipt, blockHash: OTHER_HASH, transactionHash: OTHER_HASH })),
  ),
  ofReceipts('fewer receipts', (receipts) => receipts.slice(1)),
  ofReceipts('no receipts', () => []),
  ofReceipts('doubled receipts', (receipts) => [...receipts, ...receipts]),
  ofReceipts('a doubled log', (receipts) => {
    const receipt = withLogs(receipts);
    if (!receipt) return undefined;
    receipt.logs = [...listOf(receipt.logs), ...listOf(receipt.logs)];
    return receipts;
  }),
  ofTransaction('a value above 256 bits', (transaction) => {
    transaction.value = `0x1${'0'.repeat(64)}`;
  }),
  ofHeader('gas used above 256 bits', 'gasUsed', () => `0x1${'0'.repeat(64)}`),
  ofTransaction('a negative nonce', (transaction) => {
    transaction.nonce = '-0x1';
  }),
  ofBlock('a null transaction', (block) => {
    if (listOf(block.transactions).length === 0) return false;
    block.transactions = [null];
    return true;
  }),
];

/** An answer that needs no refusal: each receipt says where it belongs. */
export const SHUFFLED: Lie = ofReceipts('receipts in reverse order', (receipts) =>
  receipts.length > 1 ? receipts.toReversed() : undefined,
);

/** Answers about the whole chain. */
export const CHAIN_LIES: readonly Lie[] = [
  { name: 'head back', methods: ['eth_blockNumber'], result: () => '0x1' },
  { name: 'head 0', methods: ['eth_blockNumber'], result: () => '0x0' },
  { name: 'head 2^52', methods: ['eth_blockNumber'], result: () => `0x${(2 ** 52).toString(16)}` },
  { name: 'head 2^60', methods: ['eth_blockNumber'], result: () => `0x${(2n ** 60n).toString(16)}` },
  { name: 'blocks null', methods: BLOCK, result: () => null },
  {
    name: 'a whole other chain',
    methods: [...BLOCK, ...RECEIPTS, 'eth_chainId'],
    result: (answer, { method }) => (method === 'eth_chainId' ? '0x539' : rehash(answer)),
  },
];

/** The same with every hash of a block replaced, so that they still link. */
function rehash(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rehash);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    const isHash = ['parentHash', 'blockHash'].includes(name) || (name === 'hash' && 'parentHash' in value);
    return [name, isHash ? `0xee${String(inner).slice(4)}` : rehash(inner)];
  });
  return Object.fromEntries(entries);
}

const ofTraces = (name: string, change: (frame: Fields, root: Fields) => unknown): Lie => ({
  name: `trace: ${name}`,
  // The first one is told to the probe for a method.
  times: 2,
  methods: ['trace_block', 'debug_traceBlockByNumber'],
  result: (answer) => {
    const root = listOf(answer).find(
      ({ traceAddress }) => !traceAddress || listOf(traceAddress).length === 0,
    );
    const frame = root?.action ?? root?.result;
    if (!root || !isFields(frame)) return undefined;
    change(frame, root);
    return answer;
  },
});

/** Traces that contradict what is proven of their transactions. */
export const TRACE_LIES: readonly Lie[] = [
  ofTraces('outcome', (frame, root) => Object.assign('action' in root ? root : frame, { error: 'Reverted' })),
  ofTraces('value', (frame) => Object.assign(frame, { value: add(frame.value, 1n) })),
];

/** Answers that agree with each other: only a proof against the block's hash refutes them. */
export const CONTENT_LIES: readonly Lie[] = [
  ofReceipts('a log left out', (receipts) => {
    const receipt = withLogs(receipts);
    if (!receipt) return undefined;
    receipt.logs = listOf(receipt.logs).slice(1);
    return receipts;
  }),
  ofReceipts('all logs left out', (receipts) =>
    withLogs(receipts) ? receipts.map((receipt) => ({ ...receipt, logs: [] })) : undefined,
  ),
  {
    name: 'a block without its transactions',
    // Both answers about several blocks.
    times: 6,
    methods: [...BLOCK, ...RECEIPTS],
    result: (answer, { params: [height] }) => {
      if (Number(height) % 2 === 1) return undefined;
      return isFields(answer) ? { ...answer, transactions: [] } : [];
    },
  },
  ofLog('log: address', (log) => Object.assign(log, { address: OTHER_ADDRESS })),
  ofLog('log: data', (log) => Object.assign(log, { data: flip(log.data) })),
  ofLog('log: topic', (log) => {
    log.topics = (Array.isArray(log.topics) ? log.topics : []).map((topic, at) =>
      at === 1 ? flip(topic) : topic,
    );
  }),
  ofReceipts('status', (receipts) =>
    receipts.map((receipt) => ({ ...receipt, status: flip(receipt.status) })),
  ),
  ofReceipts('gas used of a transaction', (receipts) =>
    receipts.map((receipt) => ({ ...receipt, gasUsed: add(receipt.gasUsed, 1n) })),
  ),
  ofTransaction('sender', (transaction) => Object.assign(transaction, { from: OTHER_ADDRESS })),
  ofTransaction('recipient', (transaction) => Object.assign(transaction, { to: OTHER_ADDRESS })),
  ofTransaction('value', (transaction) => Object.assign(transaction, { value: add(transaction.value, 1n) })),
  ofTransaction('nonce', (transaction) => Object.assign(transaction, { nonce: add(transaction.nonce, 1n) })),
  ofTransaction('input', (transaction) => Object.assign(transaction, { input: flip(transaction.input) })),
  ofTransaction('gas limit', (transaction) => Object.assign(transaction, { gas: add(transaction.gas, 1n) })),
  ofTransaction(
    'max fee',
    (transaction) =>
      typeof transaction.maxFeePerGas === 'string' &&
      Object.assign(transaction, { maxFeePerGas: add(transaction.maxFeePerGas, 1n) }),
  ),
  ofHeader('timestamp', 'timestamp', (value) => add(value, 1n)),
  ofHeader('miner', 'miner'),
  ofHeader('gas used', 'gasUsed', (value) => add(value, 1n)),
  ofHeader('gas limit', 'gasLimit', (value) => add(value, 1n)),
  ofHeader('base fee', 'baseFeePerGas', (value) => add(value, 1n)),
  ofHeader('state root', 'stateRoot'),
  ofHeader('transactions root', 'transactionsRoot'),
  ofHeader('receipts root', 'receiptsRoot'),
  ofHeader('extra data', 'extraData'),
  ofHeader('nonce', 'nonce'),
  ofHeader('logs bloom', 'logsBloom'),
];
