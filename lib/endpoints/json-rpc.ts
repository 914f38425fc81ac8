import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { gateErrorBody } from './errors';

/** Path of JSON-RPC below a chain, or of the default chain. */
export const JSON_RPC_PATH = '/json-rpc';
/** Credits of a request; a batch costs as much as its requests. */
export const JSON_RPC_CREDITS = 20;
/** Requests in a batch, bytes of a body and of a response, blocks of one eth_getLogs. */
export const JSON_RPC_LIMITS = {
  batch: 20,
  body: 256 * 1024,
  response: 16 * 1024 * 1024,
  blocks: 2_000,
} as const;

const id = z.union([z.string(), z.number(), z.null()]);
/** One request. */
export const rpcRequest = z
  .object({
    jsonrpc: z.literal('2.0').optional(),
    id: id.optional(),
    method: z.string(),
    params: z.array(z.unknown()).optional(),
  })
  .meta({ id: 'JsonRpcRequest' });
const rpcResponse = z
  .object({
    jsonrpc: z.literal('2.0'),
    id,
    result: z.unknown().optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.string().optional() }).optional(),
  })
  .meta({ id: 'JsonRpcResponse' });
/** An answer to one request: `result` or `error`. */
export type RpcResponse = z.output<typeof rpcResponse>;

const body = (schema: z.ZodType) => ({ 'application/json': { schema } });
const failure = (description: string) => ({ description, content: body(rpcResponse) });

/** The operation in the OpenAPI document, with the methods that are answered. */
export function describeJsonRpc(methods: readonly string[]): ZodOpenApiOperationObject {
  return {
    operationId: 'callJsonRpc',
    tags: ['chain'],
    summary: 'Read-only JSON-RPC',
    description: [
      `Read methods of the chain's node: ${methods.map((method) => `\`${method}\``).join(', ')}.`,
      `At most ${JSON_RPC_LIMITS.batch} requests in a batch, each charged, and ${JSON_RPC_LIMITS.blocks} blocks per \`eth_getLogs\`.`,
    ].join('\n\n'),
    'x-credits': JSON_RPC_CREDITS,
    requestParams: {
      path: z.object({
        chain_id: z.string().meta({ description: 'The chain ID, decimal.', example: '31337' }),
      }),
    },
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: z.union([rpcRequest, z.array(rpcRequest)]),
          example: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
        },
      },
    },
    responses: {
      200: {
        description: `OK, including node errors. Costs ${JSON_RPC_CREDITS} credits per request.`,
        content: {
          'application/json': {
            schema: z.union([rpcResponse, z.array(rpcResponse)]),
            example: { jsonrpc: '2.0', id: 1, result: '0x1b4' },
          },
        },
      },
      400: failure('The body is not JSON-RPC.'),
      401: failure('The key is missing or unknown.'),
      402: failure('Not enough credits left for the call.'),
      404: failure('The chain is not supported.'),
      413: failure('The body or the batch is too large.'),
      429: failure('Too many requests in this window.'),
      500: { description: 'Internal error.', content: body(gateErrorBody) },
      503: failure('The node does not respond.'),
    },
  };
}
