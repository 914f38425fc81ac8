import { z } from 'zod';
import { bufferToHex } from '@/lib/evm/hex';
import { isRecord } from '@/lib/evm/is-record';
import { keccak256 } from '@/lib/evm/keccak';
import { type Problem, parseForm, type SentFile } from './read-form';
import { readStandardInput, type Submission } from './standard-input';

const metadata = z.object({
  language: z.string(),
  compiler: z.object({ version: z.string().max(100) }),
  settings: z.looseObject({
    compilationTarget: z.record(z.string(), z.string()),
    libraries: z.record(z.string(), z.string()).optional(),
  }),
  sources: z.record(z.string(), z.object({ keccak256: z.string(), content: z.string().optional() })),
});

/** Files as Sourcify takes them: the compiler's metadata, and the sources that it names by their hashes. */
export function fromMetadata(files: readonly SentFile[]): Submission | Problem {
  const found = files.flatMap(({ text }) => {
    const json = text.trimStart().startsWith('{') ? parseForm(text) : undefined;
    const parsed = isRecord(json) ? metadata.safeParse(json) : undefined;
    return parsed?.success ? [parsed.data] : [];
  });
  const [known, more] = found;
  if (!known || more)
    return { problem: 'Send one metadata.json from the compiler, and the sources it lists.' };
  const byHash = new Map<string, string>(
    files.map(({ text }) => [bufferToHex(keccak256(Buffer.from(text))), text]),
  );
  const sources = Object.entries(known.sources).map(([path, { keccak256: hash, content }]) => ({
    path,
    content: content ?? byHash.get(hash.toLowerCase()),
  }));
  const missing = sources.find(({ content }) => content === undefined);
  if (missing)
    return {
      problem: `The source ${missing.path.slice(0, 200)} is missing, or does not match the metadata.`,
    };
  const { compilationTarget, libraries = {}, ...settings } = known.settings;
  const input = readStandardInput(
    JSON.stringify({
      language: known.language,
      sources: Object.fromEntries(sources.map(({ path, content }) => [path, { content }])),
      settings: { ...settings, libraries: nestLibraries(libraries) },
    }),
  );
  if ('problem' in input) return input;
  const [target] = Object.entries(compilationTarget).map(([path, name]) => ({ path, name }));
  return { input, target, compiler: known.compiler.version };
}

/** The metadata have `path:Name`, the compiler's input has names by path. */
function nestLibraries(libraries: Readonly<Record<string, string>>) {
  const nested = new Map<string, Map<string, string>>();
  for (const [qualified, hash] of Object.entries(libraries)) {
    const at = qualified.lastIndexOf(':');
    const path = at < 0 ? '' : qualified.slice(0, at);
    const inPath = nested.get(path) ?? new Map<string, string>();
    nested.set(path, inPath.set(qualified.slice(at + 1), hash));
  }
  return Object.fromEntries([...nested].map(([path, inPath]) => [path, Object.fromEntries(inPath)]));
}
