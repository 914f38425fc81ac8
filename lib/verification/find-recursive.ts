import { isRecord } from '@/lib/evm/is-record';

type Node = Readonly<Record<string, unknown>>;
type Called = Readonly<{ name: string; names: ReadonlySet<string>; above: ReadonlySet<string> }>;

/**
 * The functions and modifiers that may call themselves, directly or by others: those that reach such a circle. Calls of other
 * contracts are none. By name, as a call of a virtual function may be of any that overrides it.
 */
export function findRecursive(definitions: readonly Node[]): ReadonlySet<Node> {
  const calls = new Map(definitions.map((node) => [node, readCalls(node)]));
  const left = new Map<string, number>();
  for (const { name } of calls.values()) left.set(name, (left.get(name) ?? 0) + 1);
  /** What waits until none of a name is left, and until one is. */
  const waiting = [new Map<string, Node[]>(), new Map<string, Node[]>()] as const;
  const counts = new Map<Node, number>();
  const wait = (node: Node, name: string, limit: 0 | 1) => {
    if ((left.get(name) ?? 0) <= limit) return;
    const nodes = waiting[limit].get(name) ?? [];
    nodes.push(node);
    waiting[limit].set(name, nodes);
    counts.set(node, (counts.get(node) ?? 0) + 1);
  };
  for (const [node, { name, names, above }] of calls) {
    for (const one of names) wait(node, one, 0);
    for (const one of above) wait(node, one, one === name ? 1 : 0);
  }
  const open = definitions.filter((node) => !counts.has(node));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const name = calls.get(node)?.name ?? '';
    const others = (left.get(name) ?? 0) - 1;
    left.set(name, others);
    for (const caller of waiting[others]?.get(name) ?? []) {
      const count = (counts.get(caller) ?? 0) - 1;
      counts.set(caller, count);
      if (count === 0) open.push(caller);
    }
  }
  return new Set(definitions.filter((node) => (counts.get(node) ?? 0) > 0));
}

/** The names that a function mentions of others, and of those that it overrides: `super.f` is never the function itself. */
function readCalls(definition: Node): Called {
  const names = new Set<string>();
  const above = new Set<string>();
  const open: unknown[] = [definition.body, definition.modifiers];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    open.push(...Object.values(node));
    if (!isRecord(node) || !isOfFunction(node)) continue;
    const { nodeType, name, memberName, expression } = node;
    if (nodeType !== 'MemberAccess') names.add(String(name).replace(/^.*\./, ''));
    else (isRecord(expression) && expression.name === 'super' ? above : names).add(String(memberName));
  }
  return { name: String(definition.name), names, above };
}

/** Whether it names a function of the contract or a library, or a modifier. */
function isOfFunction({ nodeType, typeDescriptions: type }: Node): boolean {
  if (nodeType === 'IdentifierPath') return true;
  if (nodeType !== 'Identifier' && nodeType !== 'MemberAccess') return false;
  const text = isRecord(type) ? String(type.typeString) : '';
  return /^(function |modifier )/.test(text) && !/\bexternal\b/.test(text);
}
