import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { z } from 'zod';
import { ANSWERS, type Answer, type AnswerStatus } from '@/lib/api/answer';
import { MCP_LIMITS } from '@/lib/endpoints/mcp';
import type { Logger } from '@/lib/log';
import { parseBounded } from '@/lib/rpc/json-bounds';
import { createMcpServer, findTool } from '../mcp/server';
import { OPERATIONS } from '../operations';
import type { ServedChains } from '../served-chains';
import type { Services } from '../services';
import type { Admission } from './admit';
import type { ReadBody } from './bodies';
import { answerOfError } from './errors';
import { type ApiContext, NOT_CACHED, respond, setHeaders } from './respond';
import { refuseBody, refuseRpc, toRpcForm } from './rpc-form';

type McpOptions = Readonly<{
  admit: Admission;
  readBody: ReadBody;
  chains: ServedChains;
  services: Services;
  log: Logger;
  isChecked: boolean;
}>;

const MAX_DEPTH = 32;
const ONLY_POST = { ...ANSWERS.methodNotAllowed, headers: { allow: 'POST, OPTIONS' } };
const NEEDS_KEY = { status: 401, body: { error: 'Chains other than the first need an API key' } } as const;
/** The protocol itself costs nothing, but counts to the rate limit. */
const FREE = { id: 'mcp', credits: 0 };
const toolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });

/** Creates the handler of /mcp: a call of a tool passes the gate at the price of its operation. */
export function createMcpHandler(options: McpOptions) {
  return async (c: ApiContext): Promise<Response> => {
    if (c.req.method !== 'POST') return respond(c, ONLY_POST, NOT_CACHED);
    const message = readMessage(await options.readBody(c, MCP_LIMITS.body));
    const called = 'payload' in message ? toolCall.safeParse(message.payload).data : undefined;
    const decision = await options.admit(
      c,
      (called && findTool(called.params.name)?.endpoint) ?? FREE,
      c.req.query('apikey'),
    );
    setHeaders(c, { vary: 'authorization' });
    if (decision.refusal) return respond(c, toRpcForm(decision.refusal), NOT_CACHED);
    const { settle, isKeyed } = decision;
    if ('refusal' in message) return respond(c, message.refusal, { ...NOT_CACHED, settle });
    try {
      const { response, status } = await answerMessage(c, { ...options, isKeyed }, message.payload);
      const headers = { ...c.get('headers'), ...settle(status), 'cache-control': 'no-store' };
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    } catch (error) {
      settle(500);
      throw error;
    }
  };
}

function readMessage(read: Awaited<ReturnType<ReadBody>>): { payload: unknown } | { refusal: Answer } {
  if ('refusal' in read) return { refusal: refuseBody(read.refusal, MCP_LIMITS.body) };
  const payload = parseBounded(read.body, MAX_DEPTH);
  if (payload === undefined) return { refusal: refuseRpc(400, -32700, 'The body is not JSON') };
  return Array.isArray(payload)
    ? { refusal: refuseRpc(400, -32600, 'Batches are not offered') }
    : { payload };
}

/** The protocol's answer, and the status that is charged: of the operation that it called, 200 for the protocol. */
async function answerMessage(
  c: ApiContext,
  options: McpOptions & { isKeyed: boolean },
  parsedBody: unknown,
): Promise<{ response: Response; status: AnswerStatus }> {
  // A call whose arguments are refused runs nothing, and costs nothing.
  let status: AnswerStatus = toolCall.safeParse(parsedBody).success ? 422 : 200;
  const server = createMcpServer({
    listChains: async () =>
      (await options.chains.list()).map(({ chain_id, name, symbol }) => ({
        chain_id: String(chain_id),
        name,
        symbol,
      })),
    run: async ({ endpoint }, { chainId, params, query }) => {
      const answer = await runOperation(options, { id: endpoint.id, chainId, params, query }).catch(
        (error) => {
          options.log.error({ error, requestId: c.get('requestId'), tool: endpoint.id }, 'a request failed');
          return answerOfError(error);
        },
      );
      status = answer.status;
      return answer;
    },
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(c.req.raw, { parsedBody });
    return { response, status };
  } finally {
    await server.close();
  }
}

async function runOperation(
  { chains, services, isChecked, isKeyed }: McpOptions & { isKeyed: boolean },
  call: {
    id: string;
    chainId: string | undefined;
    params: Record<string, string>;
    query: Record<string, string>;
  },
): Promise<Answer> {
  const operation = OPERATIONS.find(({ endpoint }) => endpoint.id === call.id);
  const [first, chain] = await Promise.all([chains.find(undefined), chains.find(call.chainId)]);
  if (!operation) return ANSWERS.unknownPath;
  if (!chain) return ANSWERS.unknownChain;
  if (!isKeyed && chain.chain_id !== first?.chain_id) return NEEDS_KEY;
  const { params, query } = call;
  const db = chains.open(chain);
  const context = { db, chain, listChains: chains.list, services, headers: {}, types: 'blockscout' as const };
  return operation.run({ ...context, params, query, isChecked });
}
