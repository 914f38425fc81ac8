import { z } from 'zod';
import { isRecord } from '@/lib/evm/is-record';
import { findRecursive } from './find-recursive';
import { standardInput } from './source-check';

/** Compiles a standard JSON input; text to text. */
type Compile = (input: string) => string;

const path = z.string().max(1_000);
const hex = z.string().regex(/^0x([0-9a-f]{2})*$/);
/** What is compiled: the sources of a contract, for the code of it, or for init code of one among them. */
export const outlineRequest = z.object({
  input: standardInput,
  /** The version, with or without its commit, and the file of the compiler. */
  compilerVersion: z.string(),
  compiler: z.string(),
  target: z.object({ path, name: z.string() }),
  /** Init code of the contract that is meant instead of the target. */
  initCode: hex.optional(),
});
/** What is compiled. */
export type OutlineRequest = z.output<typeof outlineRequest>;

const range = { file: z.int().min(0), start: z.int().min(0), length: z.int().min(0) };
/** What the compiler tells of a contract's code; null where it tells nothing. */
export const outlineResult = z
  .object({
    /** Hex digits; addresses of libraries are zero. */
    code: z.string().regex(/^([0-9a-f]{2})*$/),
    sourceMap: z.string().max(8 * 1024 * 1024),
    files: z.array(z.object({ id: z.int().min(0), path })),
    functions: z.array(
      z.object({
        ...{ ...range, name: z.string(), selector: z.string().optional() },
        parameters: z.array(z.object({ name: z.string(), type: z.string() })).optional(),
        isRecursive: z.boolean().optional(),
      }),
    ),
    definitions: z.array(z.object(range)),
    reverts: z.array(z.object({ ...range, kind: z.string() })),
  })
  .nullable();
/** What the compiler tells of a contract's code. */
export type OutlineResult = z.output<typeof outlineResult>;

const bytecode = z.object({ object: z.string(), sourceMap: z.string().default('') });
const compiled = z.object({
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({ evm: z.object({ bytecode: bytecode.optional(), deployedBytecode: bytecode.optional() }) }),
      ),
    )
    .default({}),
  sources: z.record(z.string(), z.object({ id: z.int(), ast: z.unknown().optional() })).default({}),
});
type Compiled = z.output<typeof compiled>;

/**
 * Characters of sources whose syntax trees are all read. They are 30 times as long: of more, those alone that the code comes
 * from.
 */
const MAX_WITH_TREES = 1_000_000;
const TREE = { '': ['ast'] };

/** Compiles sources; keeps the map of the contract that is meant, and the names of functions. */
export function outlineSources(request: OutlineRequest, compile: Compile): OutlineResult {
  const { input, target, initCode } = request;
  const run = (outputSelection: object): Compiled => {
    const settings = { ...input.settings, outputSelection, compilationTarget: undefined };
    return compiled.parse(JSON.parse(compile(JSON.stringify({ ...input, settings }))));
  };
  const kind = initCode === undefined ? 'deployedBytecode' : 'bytecode';
  const wanted = [`evm.${kind}.object`, `evm.${kind}.sourceMap`];
  const length = Object.values(input.sources).reduce((sum, { content }) => sum + content.length, 0);
  const trees = length > MAX_WITH_TREES ? {} : TREE;
  const output = run(
    initCode === undefined
      ? { [target.path]: { [target.name]: wanted }, '*': trees }
      : { '*': { '*': wanted, ...trees } },
  );
  const found =
    initCode === undefined
      ? output.contracts[target.path]?.[target.name]?.evm.deployedBytecode
      : findByInitCode(output, initCode.slice(2));
  if (found === undefined || found.object === '') return null;
  const { sources } = trees === TREE ? output : run(selectTrees(output, found.sourceMap));
  return {
    code: found.object.replace(/__.{36}__/g, '0'.repeat(40)),
    sourceMap: found.sourceMap,
    files: Object.entries(output.sources).map(([name, { id }]) => ({ id, path: name })),
    ...outlineTrees(Object.values(sources).map(({ ast }) => ast)),
  };
}

/** The trees of the sources that a map names. */
function selectTrees({ sources }: Compiled, sourceMap: string): object {
  const named = new Set(sourceMap.split(';').map((entry) => entry.split(':')[2]));
  const used = Object.entries(sources).filter(([, { id }]) => named.has(String(id)));
  return Object.fromEntries(used.map(([path]) => [path, TREE]));
}

/** The longest code that the init code begins with: constructor arguments follow. */
function findByInitCode({ contracts }: Compiled, initCode: string) {
  const codes = Object.values(contracts).flatMap((byName) =>
    Object.values(byName).flatMap(({ evm }) => evm.bytecode ?? []),
  );
  return codes
    .filter(({ object }) => object !== '' && isLinkedFrom(initCode, object))
    .toSorted((one, other) => other.object.length - one.object.length)[0];
}

function isLinkedFrom(code: string, object: string): boolean {
  let at = 0;
  for (const part of object.split(/__.{36}__/)) {
    if (!code.startsWith(part, at)) return false;
    at += part.length + 40;
  }
  return true;
}

type Node = Readonly<Record<string, unknown>>;
type Range = Readonly<{ file: number; start: number; length: number }>;
type Trees = {
  functions: NonNullable<OutlineResult>['functions'];
  definitions: Range[];
  reverts: (Range & { kind: string })[];
};

const MAX_NODES = 5_000_000;
const MAX_NAMED = 20_000;
const MAX_NAME = 200;
const MAX_PARAMETERS = 16;
/** Generated code stands for these as a whole. */
const DEFINITIONS = /^(ContractDefinition|FunctionDefinition|ModifierDefinition|SourceUnit)$/;
const CALLABLE = /^(Function|Modifier)Definition$/;
const PANICS = {
  ...{ '+': 17, '-': 17, '*': 17, '**': 17, '++': 17, '--': 17, '+=': 17, '-=': 17, '*=': 17 },
  ...{ '/': 18, '%': 18, '/=': 18, '%=': 18 },
};
const PANIC_OF: ReadonlyMap<unknown, number> = new Map(Object.entries(PANICS));

/** Functions, definitions and what may revert, in the syntax trees of solc; `lib/evm/locate-failure.ts` has the kinds. */
function outlineTrees(trees: readonly unknown[]): Trees {
  const found: Trees = { functions: [], definitions: [], reverts: [] };
  const errors = new Map<unknown, string>();
  const callable: Node[] = [];
  walk(trees, (node) => {
    if (node.nodeType === 'ErrorDefinition' && typeof node.errorSelector === 'string')
      errors.set(node.id, node.errorSelector);
    if (CALLABLE.test(String(node.nodeType)) && callable.length < MAX_NAMED) callable.push(node);
  });
  const recursive = findRecursive(callable);
  walk(trees, (node, owner) => {
    const range = rangeOf(node);
    if (range === undefined) return;
    for (const kind of kindsOf(node, errors))
      if (found.reverts.length < MAX_NAMED) found.reverts.push({ ...range, kind });
    if (!DEFINITIONS.test(String(node.nodeType)) || found.definitions.length >= MAX_NAMED) return;
    found.definitions.push(range);
    if (!CALLABLE.test(String(node.nodeType))) return;
    const { functionSelector: selector } = node;
    found.functions.push({
      ...{ ...range, name: (owner === '' ? nameOf(node) : `${owner}.${nameOf(node)}`).slice(0, MAX_NAME) },
      ...(typeof selector === 'string' && { selector }),
      ...(node.nodeType === 'FunctionDefinition' && { parameters: parametersOf(node) }),
      ...(recursive.has(node) && { isRecursive: true }),
    });
  });
  // in the order of the sources
  found.reverts.sort((one, other) => one.file - other.file || one.start - other.start);
  return found;
}

/** Visits every node, with the name of the contract around it. */
function walk(trees: readonly unknown[], visit: (node: Node, owner: string) => void): void {
  const open = trees.map((node) => ({ node, owner: '' }));
  for (let count = 0; count < MAX_NODES; count += 1) {
    const next = open.pop();
    if (next === undefined) return;
    const { node, owner } = next;
    if (!isRecord(node) && !Array.isArray(node)) continue;
    if (isRecord(node)) visit(node, owner);
    const inside = isRecord(node) && node.nodeType === 'ContractDefinition' ? nameOf(node) : owner;
    for (const child of Object.values(node))
      if (typeof child === 'object' && child !== null) open.push({ node: child, owner: inside });
  }
}

/** The constructor, `receive` and `fallback` have their kind for a name. */
const nameOf = ({ name, kind }: Node) =>
  typeof name === 'string' && name !== '' ? name : String(kind ?? '');

/** None if there are too many for the stack, too. */
function parametersOf({ parameters: list }: Node): { name: string; type: string }[] {
  const declared = isRecord(list) && Array.isArray(list.parameters) ? list.parameters.filter(isRecord) : [];
  return (declared.length > MAX_PARAMETERS ? [] : declared).map((one) => ({
    name: nameOf(one).slice(0, MAX_NAME),
    type: typeOf(one).slice(0, MAX_NAME),
  }));
}

/** As `string memory`. */
function typeOf({ typeDescriptions: type, storageLocation: where }: Node): string {
  const name = isRecord(type) ? String(type.typeString) : '';
  return typeof where === 'string' && where !== 'default' ? `${name} ${where}` : name;
}

function rangeOf({ src }: Node): Range | undefined {
  const [start = -1, length = -1, file = -1] = typeof src === 'string' ? src.split(':').map(Number) : [];
  return file >= 0 && start >= 0 && length >= 0 ? { file, start, length } : undefined;
}

function kindsOf(node: Node, errors: ReadonlyMap<unknown, string>): string[] {
  const { nodeType, operator } = node;
  const panic = PANIC_OF.get(operator);
  if (panic !== undefined && /^(Binary|Unary)Operation$|^Assignment$/.test(String(nodeType)))
    return [`panic:${panic}`];
  if (nodeType === 'IndexAccess') return ['panic:50'];
  if (nodeType === 'RevertStatement') return [errorOf(node.errorCall, errors) ?? 'error'];
  if (nodeType === 'FunctionCall') return kindsOfCall(node, errors);
  if (nodeType !== 'YulFunctionCall') return [];
  const name = isRecord(node.functionName) ? node.functionName.name : undefined;
  return name === 'revert' ? ['assembly'] : name === 'invalid' ? ['invalid'] : [];
}

function kindsOfCall(node: Node, errors: ReadonlyMap<unknown, string>): string[] {
  const called = isRecord(node.expression) ? node.expression : {};
  const args = Array.isArray(node.arguments) ? node.arguments : [];
  const type = isRecord(called.typeDescriptions) ? String(called.typeDescriptions.typeString) : '';
  if (node.kind === 'typeConversion') return type.startsWith('type(enum') ? ['panic:33'] : [];
  if (called.nodeType === 'Identifier' && called.name === 'assert') return ['panic:1'];
  if (called.nodeType === 'Identifier' && called.name === 'require') return [textOf(args[1], errors)];
  if (called.nodeType === 'Identifier' && called.name === 'revert') return [textOf(args[0], errors)];
  if (called.nodeType === 'NewExpression') return ['panic:65', 'call'];
  if (called.memberName === 'pop') return ['panic:49'];
  return /\bexternal\b/.test(type) ? ['call'] : [];
}

function textOf(value: unknown, errors: ReadonlyMap<unknown, string>): string {
  if (!isRecord(value)) return 'empty';
  if (value.nodeType === 'Literal' && typeof value.value === 'string') return `text:${value.value}`;
  return errorOf(value, errors) ?? 'text';
}

function errorOf(call: unknown, errors: ReadonlyMap<unknown, string>): string | undefined {
  const called = isRecord(call) && isRecord(call.expression) ? call.expression : undefined;
  const selector = errors.get(called?.referencedDeclaration);
  return selector === undefined ? undefined : `error:${selector}`;
}
