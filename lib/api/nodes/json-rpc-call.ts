import { z } from 'zod';
import { JSON_RPC_LIMITS } from '@/lib/endpoints/json-rpc';
import { JSON_RPC_METHODS, type JsonRpcMethod } from '@/lib/endpoints/json-rpc-methods';

/** The chain's highest known block, and the highest finalized one; null when unknown. */
export type Heights = Readonly<{ head: number | null; finalized: number | null }>;
/** The indexed state of the chain; `blockHash` is of an indexed block. */
export type Indexed = Heights & Readonly<{ blockHash(height: number): Promise<Buffer | undefined> }>;
/** The heights that the index knows. */
export function heightsOf(
  state: Readonly<Record<'tip_number' | 'remote_head' | 'finalized_block', number | null>> | undefined,
): Heights {
  const head = Math.max(state?.tip_number ?? -1, state?.remote_head ?? -1);
  return { head: head < 0 ? null : head, finalized: state?.finalized_block ?? null };
}
/** A request as received. */
export type RpcCall = Readonly<{ method: string; params: readonly unknown[] }>;
/** An error in JSON-RPC's form; `data` is hex. */
export type RpcFailure = Readonly<{ code: number; message: string; data?: string }>;
/** A checked request. `block` is the height that the answer depends on, undefined unless given as a number. */
export type PreparedCall = Readonly<{
  method: JsonRpcMethod;
  params: readonly unknown[];
  block: number | undefined;
  isHeavy: boolean;
}>;

const MAX_GAS = 50_000_000n;
const MAX_FEE_BLOCKS = 1_024;
const MAX_ALTERNATIVES = 50;

const quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
const data = z.string().regex(/^0x([0-9a-fA-F]{2})*$/);
const tag = z.union([z.enum(['latest', 'earliest', 'pending', 'safe', 'finalized']), quantity]);
const state = z.union([
  tag,
  z.strictObject({ blockNumber: quantity }),
  z.strictObject({ blockHash: hash, requireCanonical: z.boolean().optional() }),
]);
const gas = quantity.transform((given) => (BigInt(given) > MAX_GAS ? `0x${MAX_GAS.toString(16)}` : given));
const transaction = z.looseObject({
  from: address.nullish(),
  to: address.nullish(),
  gas: gas.optional(),
  value: quantity.optional(),
  data: data.optional(),
  input: data.optional(),
});
const overrides = z.record(address, z.looseObject({}));
const oneOrSome = (one: z.ZodType) => z.union([one, z.array(one).max(MAX_ALTERNATIVES)]);
const filter = z.strictObject({
  fromBlock: tag.optional(),
  toBlock: tag.optional(),
  blockHash: hash.optional(),
  address: oneOrSome(address).nullish(),
  topics: z.array(oneOrSome(hash).nullable()).max(4).optional(),
});
const blocks = z.union([quantity, z.int()]).refine((given) => Number(given) <= MAX_FEE_BLOCKS);
const none = z.tuple([]);

/** Parameters by method; `at` is the index of the block, `latest` by default. */
const METHODS: Readonly<
  Record<JsonRpcMethod, Readonly<{ params: z.ZodType<readonly unknown[]>; at?: number; isHeavy?: true }>>
> = {
  eth_blobBaseFee: { params: none },
  eth_blockNumber: { params: none },
  eth_call: { params: z.tuple([transaction, state.optional(), overrides.optional()]), at: 1, isHeavy: true },
  eth_chainId: { params: none },
  eth_estimateGas: {
    params: z.tuple([transaction, state.optional(), overrides.optional()]),
    at: 1,
    isHeavy: true,
  },
  eth_feeHistory: { params: z.tuple([blocks, tag, z.array(z.number()).max(20).optional()]) },
  eth_gasPrice: { params: none },
  eth_getBalance: { params: z.tuple([address, state.optional()]), at: 1 },
  eth_getBlockByHash: { params: z.tuple([hash, z.boolean()]) },
  eth_getBlockByNumber: { params: z.tuple([tag, z.boolean()]) },
  eth_getBlockTransactionCountByHash: { params: z.tuple([hash]) },
  eth_getBlockTransactionCountByNumber: { params: z.tuple([tag]) },
  eth_getCode: { params: z.tuple([address, state.optional()]), at: 1 },
  eth_getLogs: { params: z.tuple([filter]), isHeavy: true },
  eth_getStorageAt: { params: z.tuple([address, quantity, state.optional()]), at: 2 },
  eth_getTransactionByBlockHashAndIndex: { params: z.tuple([hash, quantity]) },
  eth_getTransactionByBlockNumberAndIndex: { params: z.tuple([tag, quantity]) },
  eth_getTransactionByHash: { params: z.tuple([hash]) },
  eth_getTransactionCount: { params: z.tuple([address, state.optional()]), at: 1 },
  eth_getTransactionReceipt: { params: z.tuple([hash]) },
  eth_maxPriorityFeePerGas: { params: none },
  net_version: { params: none },
};

/** Validates a request: a read-only method with complete, bounded parameters. */
export function prepareCall(
  { method, params }: RpcCall,
  heights: Heights,
): PreparedCall | { error: RpcFailure } {
  const name = JSON_RPC_METHODS.find((known) => known === method);
  if (name === undefined) return fail(-32601, 'This method is not offered');
  const { params: schema, at, isHeavy = false } = METHODS[name];
  const parsed = schema.safeParse(params);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    return fail(-32602, `Invalid parameters${where === '' ? '' : ` at ${where.slice(0, 60)}`}`);
  }
  const given = [...parsed.data];
  if (at !== undefined) given[at] ??= 'latest';
  if (name !== 'eth_getLogs')
    return { method: name, params: given, isHeavy, block: heightOf(given[at ?? 0]) };
  const span = spanOf(parsed.data[0], heights);
  if (span === undefined) return fail(-32602, 'No block is known yet: use blockHash');
  if (span.to - span.from >= JSON_RPC_LIMITS.blocks)
    return fail(-32005, `At most ${JSON_RPC_LIMITS.blocks} blocks at once`);
  return { method: name, params: given, isHeavy, block: span.isNamed ? span.to : undefined };
}

function fail(code: number, message: string) {
  return { error: { code, message } };
}

/** The block that a parameter names by number. */
function heightOf(given: unknown): number | undefined {
  const named = z
    .union([quantity, z.object({ blockNumber: quantity }).transform((o) => o.blockNumber)])
    .safeParse(given);
  if (!named.success || named.data.length > 16) return undefined;
  return Number(named.data);
}

/** The blocks of a filter; `isNamed` when both ends are numbers. Undefined when the head is needed and unknown. */
function spanOf(given: unknown, { head, finalized }: Heights) {
  const { blockHash, fromBlock, toBlock } = filter.parse(given);
  if (blockHash !== undefined) return { from: 0, to: 0, isNamed: false };
  const ends = [fromBlock ?? 'latest', toBlock ?? 'latest'].map((end) => {
    if (end === 'earliest') return 0;
    if (end === 'finalized' || end === 'safe') return finalized ?? head ?? undefined;
    return end === 'latest' || end === 'pending' ? (head ?? undefined) : Number(end);
  });
  const [from, to] = ends;
  if (from === undefined || to === undefined) return undefined;
  const isNamed = heightOf(fromBlock) !== undefined && heightOf(toBlock) !== undefined;
  return { from, to, isNamed };
}
