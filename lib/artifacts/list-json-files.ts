import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A file that may be read; `path` is relative to the folder, with slashes. */
export type JsonFile = Readonly<{ path: string; file: string; size: number; mtimeMs: number }>;

const MAX_DEPTH = 16;
/** Files and folders looked at. */
const MAX_ENTRIES = 50_000;
const JSON_FILE = /\.json(\.gz)?$/;

/**
 * The JSON files below a folder by path, compressed ones too, at most `maxFiles`, and the folders; `isCut` when there are
 * more. Hidden ones are left out, and so are links to folders or to what is outside. Throws when the folder cannot be read.
 */
export async function listJsonFiles(
  folder: string,
  maxFiles: number,
): Promise<{ files: JsonFile[]; folders: string[]; isCut: boolean }> {
  const root = await realpath(folder);
  const files: JsonFile[] = [];
  const folders: string[] = [];
  const waiting = [{ folder: root, depth: 0 }];
  let entries = 0;
  let isCut = false;
  for (let next = waiting.shift(); next !== undefined && !isCut; next = waiting.shift()) {
    const { folder: current, depth } = next;
    folders.push(current);
    const found = await readdir(current, { withFileTypes: true }).catch((error: unknown) => {
      // A build may replace a folder meanwhile.
      if (current === root) throw error;
      return [];
    });
    for (const entry of found.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      entries += 1;
      isCut ||= entries > MAX_ENTRIES || files.length >= maxFiles;
      if (isCut) break;
      const path = join(current, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory() && depth < MAX_DEPTH) waiting.push({ folder: path, depth: depth + 1 });
      else if (JSON_FILE.test(entry.name)) files.push(...(await findFile(root, path)));
    }
  }
  return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)), folders, isCut };
}

async function findFile(root: string, path: string): Promise<JsonFile[]> {
  try {
    const file = await realpath(path);
    if (!isInside(root, file)) return [];
    const { size, mtimeMs, ...info } = await stat(file).then((found) => ({
      size: found.size,
      mtimeMs: found.mtimeMs,
      isFile: found.isFile(),
    }));
    return info.isFile ? [{ path: relative(root, path).split(sep).join('/'), file, size, mtimeMs }] : [];
  } catch {
    return [];
  }
}

/** Whether a real path is below a real folder. */
export function isInside(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
