import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Parser } from 'tar';
import { z } from 'zod';
import { replaceFile } from '@/lib/durable-file';
import { AppError } from '@/lib/errors';
import { fetchBounded } from '@/lib/rpc/bounded-fetch';

/** Compilers of Solidity, as the npm package `solc` has them. */
export type Compilers = Readonly<{
  /** All available versions, newest first, as `0.8.37`. Without a registry: local ones. Throws AppError `config`. */
  list(): Promise<string[]>;
  /** The file of a compiler, fetched if missing. Undefined for a version that does not exist. */
  find(version: string): Promise<string | undefined>;
}>;

type Options = Readonly<{
  /** Where fetched compilers are kept, `<version>/soljson.js` each. */
  folder: string;
  /** The npm registry; undefined to fetch none. */
  registry: string | undefined;
}>;

const VERSION = /^0\.(4\.(1[1-9]|2\d)|[5-9]\.\d{1,2}|\d{2}\.\d{1,2})$/;
const FILE = 'soljson.js';
const LIMITS = { maxBytes: 32 * 1024 * 1024, timeoutMs: 60_000 };
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const LIST_MS = 60 * 60_000;

const release = z.object({ dist: z.object({ tarball: z.url(), integrity: z.string() }) });
const packument = z.object({ versions: z.record(z.string(), z.unknown()) });
const require = createRequire(import.meta.url);
const { version: ownVersion } = z.object({ version: z.string() }).parse(require('solc/package.json'));

/** Opens the compilers: the one that comes with the product, those in the folder, and those of the registry. */
export function openCompilers({ folder, registry }: Options): Compilers {
  const fetching = new Map<string, Promise<string | undefined>>();
  let known: { versions: string[]; until: number } | undefined;
  const fetchOnce = (version: string, from: string) => {
    const running = fetching.get(version) ?? fetchCompiler({ folder, version, registry: from });
    fetching.set(version, running);
    return running.finally(() => fetching.delete(version));
  };
  return {
    async list() {
      if (known && known.until > Date.now()) return known.versions;
      const [atHand, offered] = await Promise.all([
        listFetched(folder),
        registry === undefined ? [] : fetchVersions(registry),
      ]);
      const versions = [...new Set([ownVersion, ...atHand, ...offered])].sort(
        (one, other) => rank(other) - rank(one),
      );
      known = { versions, until: Date.now() + LIST_MS };
      return versions;
    },
    async find(version) {
      if (version === ownVersion) return require.resolve(`solc/${FILE}`);
      if (!VERSION.test(version)) return undefined;
      const file = join(folder, version, FILE);
      if (isStored(file)) return file;
      return registry === undefined ? undefined : fetchOnce(version, registry);
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

/** The versions of the registry that this understands. */
async function fetchVersions(registry: string): Promise<string[]> {
  const { versions } = packument.parse(
    await fetchJson(`${registry}/solc`, 'application/vnd.npm.install-v1+json'),
  );
  return Object.keys(versions).filter((version) => VERSION.test(version));
}

function rank(version: string): number {
  const [, minor = 0, patch = 0] = version.split('.').map(Number);
  return minor * 1_000 + patch;
}

/** Fetches a compiler into its folder; undefined when the registry has none of that version. */
async function fetchCompiler(wanted: {
  folder: string;
  version: string;
  registry: string;
}): Promise<string | undefined> {
  const { folder, version, registry } = wanted;
  const versions = await fetchVersions(registry);
  if (!versions.includes(version)) return undefined;
  const { dist } = release.parse(await fetchJson(`${registry}/solc/${version}`, 'application/json'));
  const { body } = await fetchFrom(registry, dist.tarball, {});
  requireIntegrity(body, dist.integrity, version);
  const program = await extract(body);
  const home = join(folder, version);
  await mkdir(home, { recursive: true });
  await replaceFile(join(home, FILE), program, { part: join(home, `${FILE}.${process.pid}.part`) });
  return join(home, FILE);
}

async function fetchJson(url: string, accept: string): Promise<unknown> {
  const { body } = await fetchFrom(url, url, { accept });
  return JSON.parse(body.toString('utf8'));
}

/** Throws AppError `config` when the registry does not answer: it is the operator's. */
async function fetchFrom(registry: string, url: string, headers: Readonly<Record<string, string>>) {
  const unable = (cause?: unknown) =>
    new AppError('config', `COMPILERS_URL: ${new URL(registry).host} does not have the compiler.`, {
      cause,
      publicMessage: 'The compiler could not be fetched: try again later.',
      retryable: true,
    });
  const answer = await fetchBounded(url, { headers }, LIMITS).catch((error: unknown) => {
    throw unable(error);
  });
  if (answer.status !== 200) throw unable(new Error(`HTTP status ${answer.status}`));
  return answer;
}

/** Subresource integrity: some hash of the best algorithm that is known here. */
function requireIntegrity(body: Buffer, integrity: string, version: string): void {
  const expected = integrity.split(/\s+/).find((hash) => hash.startsWith('sha512-'));
  if (expected === `sha512-${createHash('sha512').update(body).digest('base64')}`) return;
  throw new AppError('config', `COMPILERS_URL: solc ${version} does not match the registry's checksum.`, {
    publicMessage: 'The downloaded compiler is corrupt.',
  });
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
