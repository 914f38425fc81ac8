import { z } from 'zod';
import { AppError } from '@/lib/errors';
import { bufferToHex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { parseSignature } from '@/lib/evm/parse-signature';
import { fetchBounded } from '@/lib/rpc/bounded-fetch';
import type { NamedKey } from './query';

/** Fetches the names of selectors (4 bytes) and topics (32). Throws AppError when the service does not answer. */
export type FetchSignatures = (keys: readonly Buffer[]) => Promise<NamedKey[]>;

/** How many keys fit in the URL of one request. */
export const MAX_KEYS = 40;

const SELECTOR_BYTES = 4;
const LIMITS = { maxBytes: 256 * 1024, timeoutMs: 5_000 };
/** More names of one key were made to collide. */
const MAX_NAMES = 8;

const names = z
  .record(z.string(), z.array(z.object({ name: z.string(), filtered: z.boolean().nullish() })).nullable())
  .nullish();
/** GET /signature-database/v1/lookup, of OpenChain and of Sourcify. */
const answerSchema = z.object({ ok: z.literal(true), result: z.object({ function: names, event: names }) });

/** A client of a signature database: only names that hash to their key are taken, at most eight of each. */
export function createSignatureService(url: string): FetchSignatures {
  const base = `${url.replace(/\/+$/, '')}/signature-database/v1/lookup`;
  return async (keys) => {
    const query = new URLSearchParams({ filter: 'true' });
    for (const [name, wanted] of Object.entries(byKind(keys)))
      if (wanted.length > 0) query.set(name, wanted.join());
    const answer = await fetchAnswer(`${base}?${query}`);
    return keys.flatMap((key) => {
      const kind = key.length === SELECTOR_BYTES ? answer.function : answer.event;
      const found = (kind?.[bufferToHex(key)] ?? []).filter(({ filtered }) => filtered !== true);
      const named = found.slice(0, MAX_NAMES).flatMap(({ name }) => readName(key, name) ?? []);
      return [...new Set(named)].map((signature) => ({ key, signature }));
    });
  };
}

/** A signature as it is hashed, if it hashes to a key. */
function readName(key: Buffer, name: string): string | undefined {
  const text = parseSignature(name)?.text;
  const isOfKey = text !== undefined && keccak256(Buffer.from(text)).subarray(0, key.length).equals(key);
  return isOfKey ? text : undefined;
}

function byKind(keys: readonly Buffer[]) {
  const ofLength = (isSelector: boolean) =>
    keys.filter((key) => (key.length === SELECTOR_BYTES) === isSelector).map(bufferToHex);
  return { function: ofLength(true), event: ofLength(false) };
}

async function fetchAnswer(url: string): Promise<z.output<typeof answerSchema>['result']> {
  let [reason, cause]: [string, unknown] = ['no answer that can be read', undefined];
  try {
    const { status, body } = await fetchBounded(url, { headers: { accept: 'application/json' } }, LIMITS);
    if (status === 200) return answerSchema.parse(JSON.parse(body.toString('utf8'))).result;
    reason = `HTTP status ${status}`;
  } catch (error) {
    cause = error;
  }
  throw new AppError('node_answer', `SIGNATURES_URL: ${reason}.`, { cause });
}
