import { isRecord } from '@/lib/evm/is-record';

type Node = Readonly<Record<string, unknown>>;
type Called = Readonly<{ name: string; names: ReadonlySet<string>; above: ReadonlySet<string> }>;

/**
 * The functions and modifiers that may call themselves, directly or by others: those that reach such a circle. Calls of other
 * contracts are none. By name, as a call of a virtual function may be of any that overrides it.
 */
export function findRecursive(definitions: readonly Node[]): ReadonlySet<Node> {
  const remaining = new Map(definitions.map((node) => [node, readCalls(node)]));
  const left = new Map<string, number>();
  for (const { name } of remaining.values()) left.set(name, (left.get(name) ?? 0) + 1);
  const isLeft = (name: string) => (left.get(name) ?? 0) > 0;
  const isOtherLeft = (name: string, own: string) => (left.get(name) ?? 0) > (name === own ? 1 : 0);
  for (let size = -1; size !== remaining.size; ) {
    size = remaining.size;
    for (const [node, { name, names, above }] of remaining) {
      if ([...names].some(isLeft) || [...above].some((one) => isOtherLeft(one, name))) continue;
      remaining.delete(node);
      left.set(name, (left.get(name) ?? 1) - 1);
    }
  }
  return new Set(remaining.keys());
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
