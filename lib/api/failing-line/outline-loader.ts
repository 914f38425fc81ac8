import { createHash } from 'node:crypto';
import { type LoadedContract, loadContract } from '@/lib/api/contract/loader';
import type { CallContext } from '@/lib/api/implement';
import { parseStored, presentText } from '@/lib/api/values';
import { createBoundedCache } from '@/lib/bounded-cache';
import type { FailedFrame } from '@/lib/evm/failure-trace';
import { bufferToHex } from '@/lib/evm/hex';
import { isRecord } from '@/lib/evm/is-record';
import type { CodeOutline } from '@/lib/evm/locate-failure';
import { hasInstructions, readSourceMap } from '@/lib/evm/source-map';
import type { MessageCode } from '@/lib/messages/message';
import type { OutlineResult } from '@/lib/verification/outline-sources';
import { standardInput } from '@/lib/verification/source-check';

/** What a contract's code was compiled from: the compiler's input, texts by path, and the code that runs. */
export type Sources = Readonly<{
  input: Parameters<NonNullable<CallContext['services']['verification']>['outline']>[1];
  texts: ReadonlyMap<string, string>;
  code: Buffer | undefined;
}>;

/** Why the compiler tells nothing of code. */
export type NoOutline = MessageCode;

/** What a contract's code was compiled from, if that is known whole. */
export async function loadSources(
  { db, services }: CallContext,
  address: Buffer,
): Promise<Sources | undefined> {
  const contract = await loadContract(db, address, services.contractCode);
  return contract && readSources(contract);
}

function readSources({ row, code }: LoadedContract): Sources | undefined {
  const [sources, settings] = [parseStored(row.sources), parseStored(row.compiler_settings)];
  const [name, path] = [presentText(row.name), presentText(row.file_path)];
  const version = presentText(row.compiler_version);
  if (!isRecord(sources) || !isRecord(settings) || name === null || path === null || version === null)
    return undefined;
  const texts = new Map(
    Object.entries(sources).flatMap(([file, text]) =>
      typeof text === 'string' ? [[file, text] as const] : [],
    ),
  );
  const { data: input } = standardInput.safeParse({
    language: presentText(row.language) ?? 'Solidity',
    sources: Object.fromEntries([...texts].map(([file, content]) => [file, { content }])),
    settings,
  });
  if (input === undefined) return undefined;
  const wanted = { input, compilerVersion: version.replace(/^v/, ''), target: { path, name } };
  return { input: wanted, texts, code };
}

/** To read a source map takes longer than all else once it is compiled. */
const outlines = createBoundedCache<string, CodeOutline>({
  name: 'code_outlines',
  maxBytes: 64 * 1024 * 1024,
});

/** What the compiler tells of the code that a frame executed (of a creation, `input` is its init code), or why it does not. */
export async function loadOutline(
  { services: { verification } }: Readonly<{ services: Pick<CallContext['services'], 'verification'> }>,
  { input, code }: Sources,
  frame: Pick<FailedFrame, 'code' | 'input'>,
): Promise<CodeOutline | NoOutline> {
  const executed = frame.code === null ? frame.input : code;
  if (verification === undefined) return 'source_compiler_missing';
  // the node did not tell the code
  if (executed === undefined) return 'node_timeout';
  const wanted = { ...input, ...(frame.code === null && { initCode: bufferToHex(frame.input) }) };
  // all of it: anyone may verify the same code with other sources
  const key = createHash('sha256').update(JSON.stringify(wanted)).digest('hex');
  const outline = await verification.outline(key, wanted);
  if (typeof outline === 'string') return outline;
  const read = outline && (outlines.get(key) ?? readOutline(outline));
  if (!read) return 'source_not_compiled';
  outlines.set(key, read);
  return hasInstructions(read.map, executed) ? read : 'source_not_compiled';
}

function readOutline(outline: NonNullable<OutlineResult>): CodeOutline | undefined {
  const map = readSourceMap(outline.sourceMap, Buffer.from(outline.code, 'hex'));
  return map && { ...outline, map, files: new Map(outline.files.map(({ id, path }) => [id, path])) };
}
