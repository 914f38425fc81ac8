import { displayText } from './text';

/** A file of verified sources. */
export type SourceText = Readonly<{ path: string; text: string }>;
/** A folder of the tree of files; a folder that holds only one folder is one with it. */
export type Folder = Readonly<{ name: string; folders: readonly Folder[]; files: readonly string[] }>;
/** A line that holds what is searched for, safe to display. */
export type FoundLine = Readonly<{ path: string; line: number; text: string }>;

const MAX_DEPTH = 24;
const MAX_FOUND_TEXT = 160;

/** The folders and files of paths, which are kept whole. */
export function buildTree(paths: readonly string[]): Folder {
  return buildFolder(
    '',
    paths.map((path) => ({ path, parts: path.split('/') })),
    0,
  );
}

type Entry = Readonly<{ path: string; parts: readonly string[] }>;

function buildFolder(name: string, entries: readonly Entry[], depth: number): Folder {
  const isFile = ({ parts }: Entry) => parts.length === depth + 1 || depth >= MAX_DEPTH;
  const files = entries.filter(isFile);
  const byFolder = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (isFile(entry)) continue;
    const folder = entry.parts[depth] ?? '';
    const inside = byFolder.get(folder);
    if (inside === undefined) byFolder.set(folder, [entry]);
    else inside.push(entry);
  }
  const folders = [...byFolder].map(([folder, inside]) => buildFolder(folder, inside, depth + 1));
  const [only] = folders;
  if (only !== undefined && folders.length === 1 && files.length === 0)
    return name === '' ? only : { ...only, name: `${name}/${only.name}` };
  return { name, folders, files: files.map(({ path }) => path) };
}

/** The lines that hold a text, whatever its case, at most `limit` of them; `isWhole` when there are no others. */
export function searchSources(
  files: readonly SourceText[],
  wanted: string,
  limit: number,
): Readonly<{ found: readonly FoundLine[]; isWhole: boolean }> {
  const low = wanted.toLowerCase();
  const found: FoundLine[] = [];
  for (const { path, text } of files) {
    if (!text.toLowerCase().includes(low)) continue;
    for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
      const column = line.toLowerCase().indexOf(low);
      if (column < 0) continue;
      if (found.length >= limit) return { found, isWhole: false };
      found.push({ path, line: at + 1, text: excerpt(line, column) });
    }
  }
  return { found, isWhole: true };
}

function excerpt(line: string, column: number): string {
  const start = column > MAX_FOUND_TEXT / 2 ? column - MAX_FOUND_TEXT / 2 : 0;
  const text = displayText(line.slice(start).replaceAll('\t', ' ').trim(), MAX_FOUND_TEXT);
  return start > 0 ? `…${text}` : text;
}
