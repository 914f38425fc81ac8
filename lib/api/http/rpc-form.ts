import { z } from 'zod';
import type { Answer, AnswerStatus } from '@/lib/api/answer';
import type { RpcResponse } from '@/lib/endpoints/json-rpc';

const errorText = z.object({ error: z.string() });

/** An error in the form of JSON-RPC. */
export function refuseRpc(status: AnswerStatus, code: number, message: string): Answer {
  const body: RpcResponse = { jsonrpc: '2.0', id: null, error: { code, message } };
  return { status, body };
}

/** A refusal of the gate as JSON-RPC's clients read it. */
export function toRpcForm({ status, body, headers = {} }: Answer): Answer {
  const { error = 'Refused' } = errorText.safeParse(body).data ?? {};
  return { ...refuseRpc(status, status === 429 ? -32005 : -32001, error), headers };
}

/** Why a body was not read, as JSON-RPC's clients read it. */
export function refuseBody(refusal: Answer, maxBytes: number): Answer {
  return refusal.status === 413
    ? refuseRpc(413, -32600, `A body has at most ${maxBytes} bytes`)
    : toRpcForm(refusal);
}
