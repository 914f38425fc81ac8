import { z } from 'zod';
import { loadConfig } from '@/lib/config';
import { JSON_RPC_PATH } from '@/lib/endpoints/json-rpc';
import { AppError } from '@/lib/errors';
import { t } from '@/lib/language/t';
import { describeRefusal } from './call';
import { readBounded } from './read-bounded';

/** A call of a contract: hex, and a block as JSON-RPC names it. */
export type ContractCall = Readonly<{
  to: string;
  data: string;
  block: string;
  from?: string | undefined;
  /** In wei, hex. */
  value?: string | undefined;
}>;
/** The output of a call, or its failure: the node's message and the revert data. */
export type CallOutcome = Readonly<{ output: string } | { message: string; data: string | undefined }>;

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 2 * 1024 * 1024;
const hex = z.string().regex(/^0x([0-9a-fA-F]{2})*$/);
const answer = z.object({
  id: z.number(),
  result: hex.optional(),
  error: z.object({ message: z.string(), data: z.unknown().optional() }).optional(),
});

/** Executes at most 20 calls through the API (eth_call). A refusal is a sentence for the visitor. */
export async function callContract(
  chain: string,
  calls: readonly ContractCall[],
): Promise<Readonly<{ outcomes: readonly CallOutcome[] } | { refusal: string }>> {
  const { apiUrl, apiKey } = loadConfig();
  const body = calls.map(({ block, ...transaction }, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'eth_call', params: [transaction, block] },
  }));
  try {
    const response = await fetch(`${apiUrl}/${encodeURIComponent(chain)}${JSON_RPC_PATH}`, {
      ...{ method: 'POST', cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(body),
    });
    const text = await readBounded(response, MAX_BYTES);
    const parsed = z.array(answer).safeParse(parseJson(text));
    if (parsed.success) return { outcomes: body.map(({ id }) => toOutcome(parsed.data, id)) };
    const isMissing = response.status === 404 || response.status === 405 || response.status === 200;
    return {
      refusal: isMissing ? t('This API does not execute contract calls.') : describeRefusal(response.status),
    };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.publicMessage };
    // no answer in time
    if (error instanceof TypeError || error instanceof DOMException) return { refusal: describeRefusal(0) };
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toOutcome(answers: readonly z.output<typeof answer>[], id: number): CallOutcome {
  const { result, error } = answers.find((one) => one.id === id) ?? {};
  if (result !== undefined) return { output: result };
  const data = hex.safeParse(error?.data);
  return { message: error?.message ?? 'There was no answer.', data: data.success ? data.data : undefined };
}
