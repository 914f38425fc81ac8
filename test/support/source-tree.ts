import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

type Import = { specifier: string; path: string | undefined; typeOnly: boolean };
type SourceFunction = { name: string; lines: number; params: number; line: number };
export type SourceFile = {
  path: string;
  text: string;
  lines: number;
  imports: Import[];
  functions: SourceFunction[];
  /** Line numbers of `as` (other than `as const`) and of `!`. */
  assertions: number[];
  /** Exported declarations without a docstring right above. */
  undocumented: string[];
};

const SOURCE = /\.tsx?$/;

/** Every TypeScript source in the folders except tests and declarations, parsed once. */
export function readSources(folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => listFiles(join(ROOT, folder)))
    .filter((path) => SOURCE.test(path) && !/\.(test|spec|d)\.tsx?$/.test(path))
    .map(readSource);
}

/** All files in a folder except hidden folders, `node_modules` and `dist`. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (/^(\..+|node_modules|dist)$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function readSource(absolute: string): SourceFile {
  const text = readFileSync(absolute, 'utf8');
  const path = relative(ROOT, absolute);
  const { program, comments, module } = parseSync(path, text, { range: true });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const functions: SourceFunction[] = [];
  const assertions: number[] = [];
  type Node = { start: number; end: number };
  const addFunction = (node: Node & { params: readonly unknown[] }, name: string | undefined) =>
    functions.push({
      name: name ?? 'anonymous',
      lines: lineAt(node.end) - lineAt(node.start) + 1,
      params: node.params.length,
      line: lineAt(node.start),
    });
  const names = new Map<number, string>();
  new Visitor({
    VariableDeclarator: (node) => {
      if (node.init && node.id.type === 'Identifier') names.set(node.init.start, node.id.name);
    },
    FunctionDeclaration: (node) => addFunction(node, node.id?.name),
    FunctionExpression: (node) => addFunction(node, node.id?.name),
    ArrowFunctionExpression: (node) => addFunction(node, names.get(node.start)),
    TSAsExpression: (node) => {
      const type = node.typeAnnotation;
      const isConst =
        type.type === 'TSTypeReference' &&
        type.typeName.type === 'Identifier' &&
        type.typeName.name === 'const';
      if (!isConst) assertions.push(lineAt(node.start));
    },
    TSNonNullExpression: (node) => assertions.push(lineAt(node.start)),
  }).visit(program);
  const docEnds = comments
    .filter((comment) => comment.type === 'Block' && comment.value.startsWith('*'))
    .map((comment) => comment.end);
  // The signatures above an implementation have the docstring.
  const isOverload = (node: (typeof program.body)[number] | undefined) =>
    node?.type === 'ExportNamedDeclaration' && node.declaration?.type === 'TSDeclareFunction';
  const undocumented = program.body
    .filter((_, at) => !isOverload(program.body[at - 1]))
    .filter((node) => node.type === 'ExportNamedDeclaration' && node.declaration)
    .filter((node) => !docEnds.some((end) => end <= node.start && text.slice(end, node.start).trim() === ''))
    .map((node) => `${path}:${lineAt(node.start)}`);
  const statics = module.staticImports.map((entry) => ({
    specifier: entry.moduleRequest.value,
    typeOnly: entry.entries.length > 0 && entry.entries.every((item) => item.isType),
  }));
  const reexports = module.staticExports.flatMap((entry) =>
    entry.entries.flatMap((item) =>
      item.moduleRequest ? [{ specifier: item.moduleRequest.value, typeOnly: item.isType }] : [],
    ),
  );
  const dynamics = module.dynamicImports.map((entry) => ({
    specifier: text.slice(entry.moduleRequest.start + 1, entry.moduleRequest.end - 1),
    typeOnly: false,
  }));
  const imports = [...statics, ...reexports, ...dynamics].map((entry) => ({
    ...entry,
    path: resolveImport(path, entry.specifier),
  }));
  return { path, text, lines: text.split('\n').length - 1, imports, functions, assertions, undocumented };
}

/** The repository path (without extension) of a specifier, or undefined for a package. */
function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('@/')) return specifier.slice(2);
  if (specifier.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(from), specifier));
  return undefined;
}
