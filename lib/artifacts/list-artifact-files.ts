import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isInside, type JsonFile, listJsonFiles } from './list-json-files';

/** The files of a folder of artifacts, as `listJsonFiles` lists them; `isProject` if it is that of a project. */
export type ArtifactFiles = Readonly<{
  files: readonly JsonFile[];
  folders: readonly string[];
  isCut: boolean;
  isProject: boolean;
}>;

const FOUNDRY = 'foundry.toml';
const HARDHAT = ['hardhat.config.ts', 'hardhat.config.js', 'hardhat.config.cjs', 'hardhat.config.mjs'];
const FOUNDRY_OUT = /^\s*out\s*=\s*["']([^"'\n]{1,200})["']/m;
const MAX_SETTINGS_BYTES = 256 * 1024;

/**
 * The JSON files of a folder: all of them, or of the folder of a Foundry or Hardhat project those that these tools build.
 * Throws when the folder cannot be read; a project that is not built yet has none.
 */
export async function listArtifactFiles(folder: string, maxFiles: number): Promise<ArtifactFiles> {
  const outputs = await findOutputs(folder);
  if (outputs.length === 0) return { ...(await listJsonFiles(folder, maxFiles)), isProject: false };
  const found = await Promise.all(
    outputs.map(async (output) => {
      const none = { files: [], folders: [], isCut: false };
      const listed = await listJsonFiles(join(folder, output), maxFiles).catch(() => none);
      return { ...listed, files: listed.files.map((file) => ({ ...file, path: `${output}/${file.path}` })) };
    }),
  );
  const files = found.flatMap((each) => each.files);
  return {
    files: files.slice(0, maxFiles),
    folders: found.flatMap(({ folders }) => folders),
    isCut: files.length > maxFiles || found.some(({ isCut }) => isCut),
    isProject: true,
  };
}

/** The folders that the tools of a project write artifacts to, relative to it; none where there is no project. */
export async function findOutputs(folder: string): Promise<string[]> {
  const [foundry, ...hardhat] = await Promise.all([FOUNDRY, ...HARDHAT].map((name) => isFile(folder, name)));
  const outputs = foundry ? [await readFoundryOut(folder)] : [];
  return hardhat.includes(true) ? [...outputs, 'artifacts'] : outputs;
}

async function readFoundryOut(folder: string): Promise<string> {
  const file = join(folder, FOUNDRY);
  const { size } = await stat(file);
  const text = size > MAX_SETTINGS_BYTES ? '' : await readFile(file, 'utf8').catch(() => '');
  const out = FOUNDRY_OUT.exec(text)?.[1] ?? 'out';
  return isInside(resolve(folder), resolve(folder, out)) ? out : 'out';
}

async function isFile(folder: string, name: string): Promise<boolean> {
  return stat(join(folder, name)).then(
    (found) => found.isFile(),
    () => false,
  );
}
