import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Parser } from 'tar';
import { z } from 'zod';
import { replaceFile } from '@/lib/durable-file';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { type Message, message } from '@/lib/messages/message';
import { pause } from '@/lib/retry';
import { fetchBounded } from '@/lib/rpc/bounded-fetch';
import published from './releases.json' with { type: 'json' };

/** The compilers that there are: versions as `0.8.37`, newest first. */
export type CompilerChoice = Readonly<{
  versions: readonly string[];
  /** Those that need no network. */
  installed: readonly string[];
  /** Host that the others are fetched from; null where none are. */
  host: string | null;
  /** Why others cannot be had: none are fetched, or the last attempt, within ten minutes, failed. */
  reason: Message | undefined;
}>;

/** A compiler's file, or why there is none. */
export type FoundCompiler = Readonly<{ file: string } | { missing: Message }>;

/** Compilers of Solidity, as the npm package `solc` has them. */
export type Compilers = Readonly<{
  /** Asks no network. */
  list(): Promise<CompilerChoice>;
  /** Fetched if missing. Throws what the file system does. */
  find(version: string): Promise<FoundCompiler>;
}>;

/** Versions of the package by those of the compiler, with their integrity hashes. */
type Releases = ReadonlyMap<string, Readonly<{ name: string; integrity: string }>>;

type Options = Readonly<{
  /** Where fetched compilers are kept, `<version>/soljson.js` each. */
  folder: string;
  /** The npm registry; undefined to fetch none. */
  registry: string | undefined;
  log: Logger;
  /** What may be fetched; default: all releases up to the product's own compiler. */
  releases?: Releases;
}>;
type Wanted = Pick<Options, 'folder'> &
  Readonly<{ version: string; registry: string; name: string; integrity: string }>;

const VERSION = /^0\.(4\.(1[1-9]|2\d)|[5-9]\.\d{1,2}|\d{2}\.\d{1,2})$/;
const FILE = 'soljson.js';
const MIB = 1024 * 1024;
const LIMITS = {
  release: { maxBytes: MIB, timeoutMs: 15_000 },
  archive: { maxBytes: 32 * MIB, timeoutMs: 90_000 },
};
const MAX_FILE_BYTES = 64 * MIB;
const ATTEMPTS = 2;
const PAUSE_MS = 2_000;
const FAILURE_MS = 10 * 60_000;

const release = z.object({ dist: z.object({ tarball: z.url() }) });
const require = createRequire(import.meta.url);
const { version: ownVersion } = z.object({ version: z.string() }).parse(require('solc/package.json'));
/** As scripts/compiler-releases.mjs wrote them; a package that was published again is `0.8.7-fixed`. */
const RELEASES: Releases = new Map(
  Object.entries(published).map(([name, integrity]) => [name.replace('-fixed', ''), { name, integrity }]),
);

/** Opens the compilers: the one that comes with the product, those in the folder, and the releases of the registry. */
export function openCompilers({ folder, registry, log, releases = RELEASES }: Options): Compilers {
  const fetching = new Map<string, Promise<FoundCompiler>>();
  const host = registry === undefined ? null : new URL(registry).host;
  let failedUntil = 0;
  const listInstalled = async () => sortVersions([ownVersion, ...(await listFetched(folder))]);
  const explainFailure = async (error: unknown, version: string) => {
    log.warn({ error, version }, 'could not fetch a compiler (COMPILERS_URL)');
    failedUntil = performance.now() + FAILURE_MS;
    const why = error instanceof AppError ? 'compiler_corrupt' : 'compiler_not_fetched';
    const installed = (await listInstalled()).join(', ');
    return message(why, { version, host: host ?? '', installed });
  };
  const fetchMissing = async (wanted: Wanted): Promise<FoundCompiler> => {
    let program: Buffer;
    try {
      program = await fetchCompiler(wanted);
    } catch (error) {
      return { missing: await explainFailure(error, wanted.version) };
    }
    failedUntil = 0;
    return { file: await keep(wanted, program) };
  };
  const explain = () => {
    if (host === null) return message('compilers_off');
    return performance.now() < failedUntil ? message('compilers_unreachable', { host }) : undefined;
  };
  return {
    async list() {
      const installed = await listInstalled();
      const others = host === null ? [] : releases.keys();
      return { versions: sortVersions([...installed, ...others]), installed, host, reason: explain() };
    },
    async find(version) {
      if (version === ownVersion) return { file: require.resolve(`solc/${FILE}`) };
      const file = join(folder, version, FILE);
      if (VERSION.test(version) && isStored(file)) return { file };
      const known = releases.get(version);
      if (registry === undefined || known === undefined)
        return { missing: message('compiler_missing', { version }) };
      const running = fetching.get(version) ?? fetchMissing({ folder, version, registry, ...known });
      fetching.set(version, running);
      return running.finally(() => fetching.delete(version));
    },
  };
}

async function listFetched(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => VERSION.test(name) && isStored(join(folder, name, FILE)));
}

/** A power cut may leave an empty file. */
function isStored(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Newest first, each once. */
function sortVersions(versions: Iterable<string>): string[] {
  return [...new Set(versions)].sort((one, other) => rank(other) - rank(one));
}

function rank(version: string): number {
  const [, minor = 0, patch = 0] = version.split('.').map(Number);
  return minor * 1_000 + patch;
}

/** The compiler's program. Throws AppError `config` for another package than the release, else what the network does. */
async function fetchCompiler({ registry, name, version, integrity }: Wanted): Promise<Buffer> {
  const described = await fetchTwice(`${registry}/solc/${name}`, LIMITS.release);
  const { dist } = release.parse(JSON.parse(described.toString('utf8')));
  const archive = await fetchTwice(dist.tarball, LIMITS.archive);
  if (integrity !== `sha512-${createHash('sha512').update(archive).digest('base64')}`)
    throw new AppError('config', `COMPILERS_URL: solc ${version} is not the one that was released.`);
  return extract(archive);
}

async function fetchTwice(url: string, limits: { maxBytes: number; timeoutMs: number }): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { status, body } = await fetchBounded(url, { headers: {} }, limits);
      if (status === 200) return body;
      throw new Error(`HTTP status ${status} of ${new URL(url).host}`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** Stores a compiler; returns its file. */
async function keep({ folder, version }: Wanted, program: Buffer): Promise<string> {
  const home = join(folder, version);
  await mkdir(home, { recursive: true });
  await replaceFile(join(home, FILE), program, { part: join(home, `${FILE}.${process.pid}.part`) });
  return join(home, FILE);
}

/** The compiler in the package. */
async function extract(archive: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  const parser = new Parser({
    strict: true,
    filter: (path, { size = 0 }) => path === `package/${FILE}` && size <= MAX_FILE_BYTES,
    onReadEntry: (entry) => entry.on('data', (part: Buffer) => parts.push(part)),
  });
  await new Promise((resolve, reject) => {
    parser.on('end', resolve);
    parser.on('error', reject);
    parser.end(archive);
  });
  if (parts.length > 0) return Buffer.concat(parts);
  throw new AppError('config', `COMPILERS_URL: a package of the registry has no ${FILE}.`);
}
