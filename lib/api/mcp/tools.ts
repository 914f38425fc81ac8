import { z } from 'zod';
import { getAddress, getAddressCounters, listAddresses } from '@/lib/endpoints/address';
import { listAddressApprovals } from '@/lib/endpoints/approval';
import { getBlock, listBlocks } from '@/lib/endpoints/block';
import { getCallTree } from '@/lib/endpoints/call-tree';
import { getChainStats } from '@/lib/endpoints/chain-stats';
import { getChart, listCharts } from '@/lib/endpoints/chart';
import { getContract } from '@/lib/endpoints/contract';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { getFheHandle, listFheHandleAccess } from '@/lib/endpoints/fhe-handle';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { getGasPrices } from '@/lib/endpoints/gas';
import { listAddressNfts, listAddressTokens, listTokenHolders } from '@/lib/endpoints/holding';
import { listAddressLogs, listTransactionLogs } from '@/lib/endpoints/log';
import { MCP_LIMITS } from '@/lib/endpoints/mcp';
import { listNetChanges } from '@/lib/endpoints/net-change';
import { CURSOR_NOTE } from '@/lib/endpoints/params';
import { search } from '@/lib/endpoints/search';
import { getToken, listTokens } from '@/lib/endpoints/token';
import {
  listTransactionTokenTransfers,
  listTransfersOfAddress,
  listTransfersOfToken,
} from '@/lib/endpoints/token-transfer';
import {
  getTransaction,
  listAddressTransactions,
  listBlockTransactions,
  listTransactions,
} from '@/lib/endpoints/transaction';
import { explainFhe } from './explain-fhe';
import { ACCESS_TOOL, explainAccess, explainHandle } from './explain-handle';

/** A tool: an endpoint and the presentation of its answer. `inputSchema` is JSON Schema. */
export type Tool = Readonly<{
  name: string;
  endpoint: Endpoint;
  title: string;
  description: string;
  inputSchema: Readonly<{ type: 'object'; properties: Record<string, object>; required: string[] }>;
  present(body: unknown): unknown;
}>;
/** Arguments of a tool as the operation's parameters, or their problem. */
export type ToolRequest =
  | Readonly<{
      chainId: string | undefined;
      params: Record<string, string>;
      query: Record<string, string>;
    }>
  | Readonly<{ problem: string }>;

/** The operations offered as tools; all of them would fill an assistant's context. */
const OFFERED: readonly Endpoint[] = [
  search,
  getTransaction,
  listNetChanges,
  listTransactionTokenTransfers,
  listTransactionLogs,
  getCallTree,
  listTransactionFheOperations,
  listTransactions,
  getAddress,
  getAddressCounters,
  listAddressTransactions,
  listTransfersOfAddress,
  listAddressTokens,
  listAddressNfts,
  listAddressApprovals,
  listAddressLogs,
  listAddresses,
  getContract,
  getToken,
  listTokens,
  listTokenHolders,
  listTransfersOfToken,
  getBlock,
  listBlocks,
  listBlockTransactions,
  getChainStats,
  getGasPrices,
  listCharts,
  getChart,
];

const CHAIN = {
  type: 'string',
  description: 'The chain ID, decimal; by default the first chain. Others need an API key.',
};
const PAGE = {
  type: 'object',
  description:
    '`next_page_params` of the previous answer, as it is, for the next page; with the same filters.',
};
const scalar = z.union([z.string().max(2_000), z.number(), z.boolean()]);
const fieldsOf = z.record(z.string(), scalar.nullable());
const PARAM = /_param$/;

/** The tools that are made from endpoints. */
export const TOOLS: readonly Tool[] = [
  ...OFFERED.map((endpoint) => toTool(endpoint)),
  {
    ...toTool(listTransactionFheOperations),
    name: 'explain_fhe_transaction',
    title: 'Explain the FHE operations of a transaction',
    description:
      'What a confidential (FHE) transaction computes on encrypted values: a line of pseudo-code for each operation, which uses which, what each costs, the critical path, and what a plaintext operand would have saved.',
    present: explainFhe,
  },
  {
    ...toTool(getFheHandle),
    name: 'explain_fhe_handle',
    title: 'Explain an encrypted value',
    description:
      'What the encrypted value behind a handle (bytes32, of a result or input of an FHE operation, or of a confidential transfer) is: who computed or encrypted it and how, whether everyone may decrypt it and since when, what is public of it and how that is known.',
    present: explainHandle,
  },
  {
    ...toTool(listFheHandleAccess),
    name: ACCESS_TOOL,
    title: 'Who can decrypt an encrypted value',
    description:
      'The accounts and contracts that may read the encrypted value behind a handle, such as a result of a confidential transaction: since when, by whose grant, and who may in their names. First ask explain_fhe_handle whether everyone may.',
    present: explainAccess,
  },
];

function toTool(endpoint: Endpoint): Tool {
  const path = Object.entries(endpoint.params.shape);
  const query = Object.entries(endpoint.query.shape).filter(
    ([, { description }]) => description !== CURSOR_NOTE,
  );
  const isPaged = query.length < Object.keys(endpoint.query.shape).length;
  const described = [...path, ...query].map(([name, schema]) => [
    name.replace(PARAM, ''),
    toJsonSchema(schema),
  ]);
  return {
    name: endpoint.id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    endpoint,
    title: endpoint.summary,
    description: endpoint.description,
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(described), chain_id: CHAIN, ...(isPaged && { page: PAGE }) },
      required: path.map(([name]) => name.replace(PARAM, '')),
    },
    present: (body) => body,
  };
}

/** As a client sends it; `override` is what the OpenAPI document says instead. */
function toJsonSchema(schema: z.ZodType): object {
  const { $schema, override, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { ...described, ...(typeof override === 'object' && override) };
}

/** Reads the arguments of a tool; the endpoint's own schemas check their values. */
export function readArguments({ endpoint }: Tool, args: unknown): ToolRequest {
  const {
    chain_id: chain,
    page = {},
    ...rest
  } = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(args ?? {});
  const cursor = fieldsOf.safeParse(page);
  if (!cursor.success) return { problem: 'page: expected `next_page_params` of the previous answer' };
  const named = fieldsOf.safeParse(rest);
  if (!named.success) return { problem: 'arguments: expected texts, numbers and booleans' };
  const chainId = scalar.optional().safeParse(chain);
  if (!chainId.success) return { problem: 'chain_id: expected a decimal number' };
  const texts = toTexts(named.data);
  const names = Object.keys(endpoint.params.shape);
  const params = names.flatMap((name) => {
    const value = texts[name.replace(PARAM, '')];
    return value === undefined ? [] : [[name, value] as const];
  });
  const missing = names.find((name) => texts[name.replace(PARAM, '')] === undefined);
  if (missing !== undefined) return { problem: `${missing.replace(PARAM, '')}: is required` };
  const isOfPath = (name: string) => names.some((param) => param.replace(PARAM, '') === name);
  const filters = Object.fromEntries(Object.entries(texts).filter(([name]) => !isOfPath(name)));
  const rows = 'items_count' in endpoint.query.shape ? { items_count: String(MCP_LIMITS.rows) } : {};
  return {
    chainId: chainId.data === undefined ? undefined : String(chainId.data),
    params: Object.fromEntries(params),
    query: { ...rows, ...toTexts(cursor.data), ...filters },
  };
}

function toTexts(fields: z.output<typeof fieldsOf>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
}
