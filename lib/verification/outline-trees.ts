import { isRecord } from '@/lib/evm/is-record';

type Node = Readonly<Record<string, unknown>>;
type Range = Readonly<{ file: number; start: number; length: number }>;
type Trees = {
  functions: (Range & { name: string; selector?: string | undefined })[];
  definitions: Range[];
  reverts: (Range & { kind: string })[];
};

const MAX_NODES = 5_000_000;
const MAX_NAMED = 20_000;
const MAX_NAME = 200;
/** Generated code stands for these as a whole. */
const DEFINITIONS = /^(ContractDefinition|FunctionDefinition|ModifierDefinition|SourceUnit)$/;
const PANICS = {
  ...{ '+': 17, '-': 17, '*': 17, '**': 17, '++': 17, '--': 17, '+=': 17, '-=': 17, '*=': 17 },
  ...{ '/': 18, '%': 18, '/=': 18, '%=': 18 },
};
const PANIC_OF: ReadonlyMap<unknown, number> = new Map(Object.entries(PANICS));

/** Functions, definitions and what may revert, in the syntax trees of solc; `lib/evm/locate-failure.ts` has the kinds. */
export function outlineTrees(trees: readonly unknown[]): Trees {
  const found: Trees = { functions: [], definitions: [], reverts: [] };
  const errors = new Map<unknown, string>();
  walk(trees, (node) => {
    if (node.nodeType === 'ErrorDefinition' && typeof node.errorSelector === 'string')
      errors.set(node.id, node.errorSelector);
  });
  walk(trees, (node, owner) => {
    const range = rangeOf(node);
    if (range === undefined) return;
    for (const kind of kindsOf(node, errors))
      if (found.reverts.length < MAX_NAMED) found.reverts.push({ ...range, kind });
    if (!DEFINITIONS.test(String(node.nodeType)) || found.definitions.length >= MAX_NAMED) return;
    found.definitions.push(range);
    if (node.nodeType !== 'FunctionDefinition' && node.nodeType !== 'ModifierDefinition') return;
    const { functionSelector: selector } = node;
    found.functions.push({
      ...{ ...range, name: (owner === '' ? nameOf(node) : `${owner}.${nameOf(node)}`).slice(0, MAX_NAME) },
      ...(typeof selector === 'string' && { selector }),
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
