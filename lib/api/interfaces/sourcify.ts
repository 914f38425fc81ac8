import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { VerifiedContract } from '@/lib/api/contract/query';
import { hashCode } from '@/lib/db/hash-code';
import { AppError } from '@/lib/errors';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { fetchBounded } from '@/lib/rpc/bounded-fetch';
import { AnswerTooLargeError } from '@/lib/rpc/rpc-error';

/** Fetches a verified contract; undefined when there is none or it is unusable. Throws AppError on failure. */
export type FindVerified = (chainId: number, address: Buffer) => Promise<VerifiedContract | undefined>;

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_ABI_BYTES = 512 * 1024;
const MAX_SOURCE_BYTES = 2 * 1024 * 1024;
const MAX_SETTINGS_BYTES = 64 * 1024;
const MAX_TEXT_BYTES = 1_000;

const MAX_DEPTH = 32;

const text = z.string().nullish();
/** GET /v2/contract/{chainId}/{address}. */
const answerSchema = z.object({
  match: text,
  verifiedAt: text,
  abi: z.array(z.unknown()).nullish(),
  storageLayout: z.unknown().optional(),
  /** The code that was verified: another one may be there by now. */
  runtimeBytecode: z.object({ onchainBytecode: z.string().regex(/^0x([0-9a-f]{2})+$/) }).nullish(),
  sources: z.record(z.string(), z.object({ content: z.string() })).nullish(),
  compilation: z
    .object({
      language: text,
      compilerVersion: text,
      name: text,
      fullyQualifiedName: text,
      compilerSettings: z.unknown(),
    })
    .nullish(),
});
type Answer = z.output<typeof answerSchema>;

/** Sourcify (API v2) client: oversized or malformed answers count as unverified; redirects and timeouts throw. */
export function createSourcify(url: string): FindVerified {
  const limits = { maxBytes: MAX_ANSWER_BYTES, timeoutMs: TIMEOUT_MS };
  const base = url.replace(/\/+$/, '');
  return async (chainId, address) => {
    const contractUrl = `${base}/v2/contract/${chainId}/${bufferToAddress(address)}`;
    try {
      const init = { headers: { accept: 'application/json' } };
      const response = await fetchBounded(
        `${contractUrl}?fields=abi,sources,compilation,storageLayout,runtimeBytecode.onchainBytecode`,
        init,
        limits,
      );
      if (response.status === 404) return undefined;
      if (response.status !== 200) throw unable(`HTTP status ${response.status}`);
      const answer = answerSchema.safeParse(JSON.parse(response.body.toString('utf8')));
      return answer.success ? readVerified(answer.data) : undefined;
    } catch (cause) {
      if (cause instanceof AnswerTooLargeError) return undefined;
      if (cause instanceof AppError) throw cause;
      throw unable('no answer that can be read', cause);
    }
  };
}

function unable(reason: string, cause?: unknown): AppError {
  return new AppError('node_answer', `SOURCIFY_URL: ${reason}.`, { cause });
}

function readVerified(answer: Answer): VerifiedContract | undefined {
  const { match, compilation, runtimeBytecode: code } = answer;
  const abi = limitJson(answer.abi, MAX_ABI_BYTES);
  if ((match !== 'match' && match !== 'exact_match') || abi === null) return undefined;
  const [name, path] = splitName(compilation?.fullyQualifiedName ?? '');
  return {
    name: limitText(compilation?.name ?? name),
    abi,
    abi_hash: createHash('sha256').update(abi).digest(),
    is_exact: match === 'exact_match',
    verified_at: readTime(answer.verifiedAt),
    language: limitText(compilation?.language),
    compiler_version: limitText(compilation?.compilerVersion),
    file_path: limitText(path),
    compiler_settings: limitJson(compilation?.compilerSettings, MAX_SETTINGS_BYTES),
    sources: limitJson(readSources(answer), MAX_SOURCE_BYTES),
    storage_layout: limitJson(answer.storageLayout, MAX_ABI_BYTES),
    code_hash: code ? hashCode(hexToBuffer(code.onchainBytecode)) : null,
  };
}

function splitName(qualified: string): [name: string | undefined, path: string | undefined] {
  const at = qualified.lastIndexOf(':');
  return at < 0 ? [undefined, undefined] : [qualified.slice(at + 1), qualified.slice(0, at)];
}

function readSources({ sources }: Answer): Record<string, string> | undefined {
  if (!sources) return undefined;
  return Object.fromEntries(Object.entries(sources).map(([path, { content }]) => [path, content]));
}

function readTime(time: string | null | undefined): number | null {
  const seconds = Math.floor(Date.parse(time ?? '') / 1000);
  return Number.isSafeInteger(seconds) && seconds >= 0 && seconds < 253_402_300_800 ? seconds : null;
}

function limitText(value: string | null | undefined): Buffer | null {
  return value ? Buffer.from(value).subarray(0, MAX_TEXT_BYTES) : null;
}

function limitJson(value: unknown, maxBytes: number): Buffer | null {
  if (value === undefined || value === null || !isShallow(value, MAX_DEPTH)) return null;
  const json = Buffer.from(JSON.stringify(value));
  return json.length > maxBytes ? null : json;
}

/** Whether JSON is nested at most `depth` levels, so that recursion over it is safe. */
function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}
