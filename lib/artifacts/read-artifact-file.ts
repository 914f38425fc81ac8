import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type AbiItem, readAbiItems } from '@/lib/evm/abi-json';
import { bufferToHex } from '@/lib/evm/hex';
import { isRecord } from '@/lib/evm/is-record';
import { keccak256 } from '@/lib/evm/keccak';
import type { JsonFile } from './list-json-files';
import { type ParsedArtifact, parseArtifact } from './parse-artifact';
import { type BuildInfo, parseBuildInfo } from './parse-build-info';

/** What one file of the folder holds. */
export type FileContents =
  | Readonly<{ kind: 'abi'; items: readonly AbiItem[]; artifact: ParsedArtifact | undefined; build?: string }>
  | Readonly<{ kind: 'build'; build: BuildInfo; byKeccak: ReadonlyMap<string, string> }>
  /** Hardhat 2 names the build of an artifact in a file next to it. */
  | Readonly<{ kind: 'debug'; build: string }>
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'unusable'; reason: string }>;

const MIB = 1024 * 1024;
const MAX_ARTIFACT_MIB = 8;
const MAX_BUILD_MIB = 64;
const DEBUG = /\.dbg\.json$/;
const unzip = promisify(gunzip);

/** Reads a file of the folder; never throws. */
export async function readArtifactFile({ path, file, size }: JsonFile): Promise<FileContents> {
  const isBuild = isBuildInfo(path);
  const maxMib = isBuild ? MAX_BUILD_MIB : MAX_ARTIFACT_MIB;
  const tooLarge: FileContents = { kind: 'unusable', reason: `it is larger than ${maxMib} MiB` };
  if (size > maxMib * MIB) return tooLarge;
  let json: unknown;
  try {
    const bytes = await readFile(file);
    const text = file.endsWith('.gz') ? await unzip(bytes, { maxOutputLength: maxMib * MIB }) : bytes;
    json = JSON.parse(text.toString('utf8'));
  } catch (error) {
    // Node's zlib beyond `maxOutputLength`.
    if (error instanceof RangeError) return tooLarge;
    return { kind: 'unusable', reason: 'it is no whole JSON file' };
  }
  if (isBuild) return readBuild(path, json);
  if (DEBUG.test(path)) return readDebug(json);
  const items = readAbiItems(json);
  if (items === undefined) return { kind: 'unusable', reason: 'it holds no ABI' };
  const build = isRecord(json) && typeof json.buildInfoId === 'string' ? { build: json.buildInfoId } : {};
  return { kind: 'abi', items, artifact: parseArtifact(json), ...build };
}

/** Whether a file is about a whole build. */
export function isBuildInfo(path: string): boolean {
  return path.split('/').includes('build-info');
}

/** The path of the file that names the build of an artifact. */
export function debugPathOf(path: string): string {
  return path.replace(/\.json$/, '.dbg.json');
}

function readBuild(path: string, json: unknown): FileContents {
  const build = parseBuildInfo(toBuildId(path), json);
  if (build === undefined) return { kind: 'none' };
  const texts = [...build.sources.values()];
  return { kind: 'build', build, byKeccak: new Map(texts.map((text) => [hashSource(text), text])) };
}

function readDebug(json: unknown): FileContents {
  const named = isRecord(json) ? json.buildInfo : undefined;
  return typeof named === 'string' ? { kind: 'debug', build: toBuildId(named) } : { kind: 'none' };
}

function toBuildId(path: string): string {
  return basename(path).replace(/\..*$/s, '');
}

/** As metadata have it. */
export function hashSource(text: string | Buffer): string {
  return bufferToHex(keccak256(Buffer.from(text)));
}
