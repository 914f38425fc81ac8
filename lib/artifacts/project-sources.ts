import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { isRecord } from '@/lib/evm/is-record';
import { isInside } from './list-json-files';
import { hashSource } from './read-artifact-file';

/** Finds the text with a Keccak-256 hash (hex); undefined when missing. */
export type FindSource = (path: string, keccak: string) => Promise<string | undefined>;

type SourceLocations = Readonly<{
  /** The folder of artifacts, or the project's own. */
  folder: string;
  isProject: boolean;
  /** Texts by hash, from build infos. */
  byKeccak: ReadonlyMap<string, string>;
}>;

const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_FILES = 1_000;
const MAX_LEVELS = 3;
const PROJECT_FILE = 'foundry.toml';

/**
 * Finds texts by their hashes: in build infos, else in the project's own files, as Foundry leaves them there. Only files
 * whose real path is below the project's folder are opened, and only a text with the right hash is used.
 */
export async function openProjectSources({
  folder,
  isProject,
  byKeccak,
}: SourceLocations): Promise<FindSource> {
  const root = isProject ? await realpath(folder) : await findProject(folder);
  const files = new Map<string, Promise<Readonly<{ text: string; hash: string }> | undefined>>();
  const read = (path: string) => {
    const known = files.get(path) ?? readProjectFile(root, path);
    files.set(path, known);
    return known;
  };
  return async (path, keccak) => {
    const built = byKeccak.get(keccak);
    if (built !== undefined) return built;
    const found = await read(path);
    return found?.hash === keccak ? found.text : undefined;
  };
}

/** All files that metadata name, text by path; null when one is missing. */
export async function collectSources(
  metadata: Readonly<Record<string, unknown>>,
  find: FindSource,
): Promise<Record<string, string> | null> {
  const named = Object.entries(isRecord(metadata.sources) ? metadata.sources : {});
  if (named.length === 0 || named.length > MAX_FILES) return null;
  const texts: [string, string][] = [];
  for (const [path, source] of named) {
    const { keccak256: hash, content } = isRecord(source) ? source : {};
    if (typeof hash !== 'string') return null;
    const wanted = hash.toLowerCase();
    const isLiteral = typeof content === 'string' && hashSource(content) === wanted;
    const text = isLiteral ? content : await find(path, wanted);
    if (text === undefined) return null;
    texts.push([path, text]);
  }
  return Object.fromEntries(texts);
}

/** The folder of the project: with Foundry's settings, else the one above; undefined for the root of the file system. */
async function findProject(folder: string): Promise<string | undefined> {
  const start = await realpath(folder);
  let current = start;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    current = dirname(current);
    const isProject = await stat(join(current, PROJECT_FILE)).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isProject) return current;
  }
  const above = dirname(start);
  return above === dirname(above) ? undefined : above;
}

async function readProjectFile(root: string | undefined, path: string) {
  if (root === undefined || path.includes('\0')) return undefined;
  try {
    const file = await realpath(isAbsolute(path) ? path : join(root, path));
    const found = isInside(root, file) ? await stat(file) : undefined;
    if (!found?.isFile() || found.size > MAX_FILE_BYTES) return undefined;
    const bytes = await readFile(file);
    return { text: bytes.toString('utf8'), hash: hashSource(bytes) };
  } catch {
    return undefined;
  }
}
