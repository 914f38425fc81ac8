import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { AppError } from '@/lib/errors';
import type { AbiItem } from '@/lib/evm/abi-json';
import { isRecord } from '@/lib/evm/is-record';
import type { Logger } from '@/lib/log';
import type { Artifact, Compilation } from './artifact';
import { toCodePattern } from './code-pattern';
import { listArtifactFiles } from './list-artifact-files';
import type { JsonFile } from './list-json-files';
import type { BuildInfo } from './parse-build-info';
import { collectSources, type FindSource, openProjectSources } from './project-sources';
import { debugPathOf, type FileContents, isBuildInfo, readArtifactFile } from './read-artifact-file';

/** What a folder of ABI files and artifacts holds, by path. */
export type FolderContents = Readonly<{ items: readonly AbiItem[]; artifacts: readonly Artifact[] }>;

/** A folder that is read repeatedly; unchanged files are read once. */
export type ArtifactFolder = Readonly<{
  /** The same object while no file has changed. Throws AppError `config` when the folder cannot be read. */
  read(): Promise<FolderContents>;
  /** The folders that were read, each before those in it. */
  listFolders(): readonly string[];
}>;

type CachedFile = Readonly<{ size: number; mtimeMs: number; contents: FileContents }>;
type AbiFile = Extract<FileContents, { kind: 'abi' }>;
type Builds = ReadonlyMap<string, readonly BuildInfo[]>;

const MAX_FILES = 10_000;
const MAX_BUILDS = 50;
const MAX_ABI_BYTES = 512 * 1024;
const MAX_SETTINGS_BYTES = 64 * 1024;
const MAX_SOURCE_BYTES = 2 * 1024 * 1024;
/** Names contracts, and is no ABI. */
const ADDRESSES = 'addresses.json';

/**
 * Opens a folder: ABI files, Foundry's `out`, Hardhat's `artifacts`, or that of a project, of which these are read. Each
 * unusable file gives one line in the log.
 */
export function openArtifactFolder(folder: string, log: Logger): ArtifactFolder {
  let stored = new Map<string, CachedFile>();
  let known: readonly string[] = [];
  let last: FolderContents | undefined;
  const read = async (): Promise<FolderContents> => {
    const { files, folders, isCut, isProject } = await listArtifactFiles(folder, MAX_FILES).catch(
      (cause: unknown) => {
        throw new AppError('config', `ABI_DIR ${folder} cannot be read: correct the path.`, { cause });
      },
    );
    if (isCut && !last) log.warn({ folder }, `ABI_DIR has too many files: only ${MAX_FILES} are read`);
    const next = new Map<string, CachedFile>();
    for (const file of chooseFiles(files)) {
      const before = stored.get(file.path);
      const isSame = before?.size === file.size && before.mtimeMs === file.mtimeMs;
      next.set(file.path, isSame ? before : await readStored(file, log));
    }
    known = folders;
    const isSame = next.size === stored.size && [...next].every(([path, file]) => stored.get(path) === file);
    if (last && isSame) return last;
    last = await assemble(
      { folder, isProject },
      new Map([...next].map(([path, { contents }]) => [path, contents])),
    );
    stored = next;
    return last;
  };
  return { read, listFolders: () => known };
}

/** The newest builds only: each may have many megabytes. */
function chooseFiles(files: readonly JsonFile[]): JsonFile[] {
  const builds = files.filter(({ path }) => isBuildInfo(path));
  const old = new Set(builds.sort((one, other) => other.mtimeMs - one.mtimeMs).slice(MAX_BUILDS));
  return files.filter((file) => file.path !== ADDRESSES && !old.has(file));
}

async function readStored(file: JsonFile, log: Logger): Promise<CachedFile> {
  const contents = await readArtifactFile(file);
  if (contents.kind === 'unusable')
    log.warn({ file: file.file }, `skipped a file of ABI_DIR: ${contents.reason}`);
  return { size: file.size, mtimeMs: file.mtimeMs, contents };
}

async function assemble(
  where: Readonly<{ folder: string; isProject: boolean }>,
  contents: ReadonlyMap<string, FileContents>,
): Promise<FolderContents> {
  const builds = new Map<string, BuildInfo[]>();
  const byKeccak = new Map<string, string>();
  for (const known of contents.values()) {
    if (known.kind !== 'build') continue;
    builds.set(known.build.id, [...(builds.get(known.build.id) ?? []), known.build]);
    for (const [hash, text] of known.byKeccak) byKeccak.set(hash, text);
  }
  const find = await openProjectSources({ ...where, byKeccak });
  const items: AbiItem[] = [];
  const artifacts: Artifact[] = [];
  for (const [path, known] of contents) {
    if (known.kind !== 'abi') continue;
    items.push(...known.items);
    const debug = contents.get(debugPathOf(path));
    const build = known.build ?? (debug?.kind === 'debug' ? debug.build : undefined);
    const artifact = await toArtifact(path, known, { find, builds, build });
    if (artifact) artifacts.push(artifact);
  }
  return { items, artifacts };
}

type BuildContext = Readonly<{ find: FindSource; builds: Builds; build: string | undefined }>;

async function toArtifact(
  file: string,
  { artifact }: AbiFile,
  context: BuildContext,
): Promise<Artifact | undefined> {
  if (artifact === undefined) return undefined;
  const builds = context.build === undefined ? [] : (context.builds.get(context.build) ?? []);
  const name = artifact.name ?? basename(file).replace(/\..*$/s, '');
  const key = `${artifact.path}:${name}`;
  const built = builds.flatMap(({ contracts }) => contracts.get(key) ?? [])[0];
  const ranges = [...artifact.code.ranges, ...(built?.immutables ?? [])];
  const code = toCodePattern({ object: artifact.code.object, ranges });
  const abi = Buffer.from(JSON.stringify(artifact.abi.filter(isRecord)));
  if (code === undefined || abi.length > MAX_ABI_BYTES) return undefined;
  const metadata = artifact.metadata ?? built?.metadata;
  const found: Compilation = {
    ...(await findCompilation(metadata, builds, context.find)),
    storageLayout: limit(artifact.storageLayout ?? built?.storageLayout ?? null, MAX_ABI_BYTES),
  };
  const { path = null } = artifact;
  const identity = JSON.stringify([
    name,
    path,
    code,
    metadata ?? found.sources,
    { ...found, sources: found.sources !== null },
  ]);
  const hash = createHash('sha256').update(identity).update(abi).digest();
  return { ...found, name, path, abi, code, hash };
}

/** By the metadata, which name the exact sources, else by the input of the build. */
async function findCompilation(
  metadata: Readonly<Record<string, unknown>> | undefined,
  builds: readonly BuildInfo[],
  find: FindSource,
): Promise<Omit<Compilation, 'storageLayout'>> {
  const input = builds.find(({ sources }) => sources.size > 0);
  if (metadata === undefined) {
    return {
      language: input?.language ?? null,
      compilerVersion: input?.compilerVersion ?? null,
      settings: limit(input?.settings ?? null, MAX_SETTINGS_BYTES),
      sources: input ? limit(Object.fromEntries(input.sources), MAX_SOURCE_BYTES) : null,
    };
  }
  const { language, compiler, settings } = metadata;
  const version = isRecord(compiler) ? compiler.version : undefined;
  return {
    language: typeof language === 'string' ? language.slice(0, 100) : null,
    compilerVersion: typeof version === 'string' ? version.slice(0, 100) : null,
    settings: isRecord(settings)
      ? limit({ ...settings, compilationTarget: undefined }, MAX_SETTINGS_BYTES)
      : null,
    sources: limit(await collectSources(metadata, find), MAX_SOURCE_BYTES),
  };
}

/** Null in place of what is too large as JSON. */
function limit<T extends Readonly<Record<string, unknown>>>(value: T | null, maxBytes: number): T | null {
  return value !== null && Buffer.byteLength(JSON.stringify(value)) <= maxBytes ? value : null;
}
