import { findFailingCall } from './failing-call';
import type { InternalCall } from './internal-calls';

/**
 * A call within its tree. `parent` and `children` are positions in the tree, `size` is the number of calls inside it.
 * `ownGas` is its gas without that of its children; null when a part is not known. It may be below zero for the
 * outermost call, whose gas some nodes give after refunds.
 */
export type CallNode = Readonly<{
  call: InternalCall;
  parent: number | null;
  children: readonly number[];
  size: number;
  ownGas: bigint | null;
}>;

/** The calls of a transaction in execution order: a call stands before those inside it. */
export type CallTree = readonly CallNode[];

/** Calls to keep: those that moved value, that failed, or that are not within a static call; with those around them. */
type CallFilter = 'value' | 'failing' | 'changing';

type Draft = { call: InternalCall; parent: number | null; children: number[]; size: number };

/** Builds the tree of calls in execution order, by their depths. */
export function buildCallTree(calls: readonly InternalCall[]): CallTree {
  const drafts: Draft[] = [];
  const around: number[] = [];
  for (const [position, call] of calls.entries()) {
    while (around.length > 0 && depthAt(drafts, around.at(-1)) >= call.depth) around.pop();
    const parent = around.at(-1) ?? null;
    drafts.push({ call, parent, children: [], size: 0 });
    if (parent !== null) drafts[parent]?.children.push(position);
    around.push(position);
  }
  for (const draft of drafts.toReversed()) {
    const parent = draft.parent === null ? undefined : drafts[draft.parent];
    if (parent) parent.size += draft.size + 1;
  }
  return drafts.map((draft) => ({ ...draft, ownGas: subtractChildren(drafts, draft) }));
}

function depthAt(drafts: readonly Draft[], position: number | undefined): number {
  return position === undefined ? -1 : (drafts[position]?.call.depth ?? -1);
}

function subtractChildren(drafts: readonly Draft[], { call, children }: Draft): bigint | null {
  let own = call.gasUsed;
  for (const child of children) {
    const used = gasOf(drafts[child]?.call);
    if (own === null || used === null) return null;
    own -= used;
  }
  return own;
}

/** Gas used by a call; a self-destruct is paid for by its caller, and traces give it no gas. */
export function gasOf(call: InternalCall | undefined): bigint | null {
  return call?.gasUsed ?? (call?.type === 'selfdestruct' ? 0n : null);
}

/** Positions from the outermost call to one, itself included. */
export function pathTo(tree: CallTree, position: number): number[] {
  const path: number[] = [];
  for (let at: number | null = position; at !== null; at = tree[at]?.parent ?? null) path.push(at);
  return path.reverse();
}

/** Position of the call that made the transaction fail; undefined if the outermost call succeeded. */
export function findFailingPosition(tree: CallTree): number | undefined {
  const [outermost, ...inner] = tree.map(({ call }) => call);
  if (outermost === undefined || outermost.error === null) return undefined;
  const cause = findFailingCall(inner, outermost.output) ?? outermost;
  return tree.findIndex(({ call }) => call === cause);
}

/** A window on a tree: below the call at `root`, its children from the one at `from` on. */
export type CallWindow = Readonly<{
  root: number;
  from?: number | undefined;
  only?: CallFilter | undefined;
  /** Of these, calls that it holds for. */
  isFound?: ((call: InternalCall) => boolean) | undefined;
  limit: number;
}>;

/**
 * Children of a call that are left out of a window: `children` of them from the position `from` on, before the child at
 * `next`, with `calls` calls in all, counted as the window shows them.
 */
export type Omission = Readonly<{
  parent: number;
  from: number;
  next: number | null;
  children: number;
  calls: number;
}>;

/**
 * Chooses at most `limit` calls to show: the outer ones first, and always the path to the call that made the
 * transaction fail. Positions are in execution order.
 */
export function chooseCalls(
  tree: CallTree,
  { root, from, only, isFound, limit }: CallWindow,
): { shown: number[]; omissions: Omission[]; matches: number } {
  const matching = matchesOf(tree, { root, only, isFound });
  const included = matching && withParents(tree, matching, root);
  const childrenOf = (position: number) =>
    (tree[position]?.children ?? []).filter((child) => included === undefined || included.has(child));
  const sizeOf = (position: number) => countIncluded(tree, position, included);
  const failing = findFailingPosition(tree);
  const path = failing === undefined ? [] : pathTo(tree, failing);
  const shown = new Set([root]);
  if (path.includes(root))
    for (const position of path.slice(path.indexOf(root)).slice(0, limit)) shown.add(position);
  const queue = [root];
  for (let next = queue.shift(); next !== undefined && shown.size < limit; next = queue.shift()) {
    for (const child of childrenOf(next)) {
      if (next === root && from !== undefined && child < from) continue;
      if (shown.size >= limit && !shown.has(child)) break;
      shown.add(child);
      queue.push(child);
    }
  }
  const positions = [...shown].sort((left, right) => left - right);
  const omissions = positions.flatMap((parent) =>
    findOmissions({ parent, children: childrenOf(parent), sizeOf }, shown),
  );
  return { shown: positions, omissions, matches: matching?.size ?? (tree[root]?.size ?? 0) + 1 };
}

function matchesOf(
  tree: CallTree,
  { root, only, isFound }: Pick<CallWindow, 'root' | 'only' | 'isFound'>,
): Set<number> | undefined {
  if (only === undefined && isFound === undefined) return undefined;
  const last = root + (tree[root]?.size ?? 0);
  const matches = new Set<number>();
  for (let at = root; at <= last; at += 1) {
    const node = tree[at];
    if (node === undefined) continue;
    // what a static call calls cannot change state either
    if (only === 'changing' && node.call.type === 'staticcall') at += node.size;
    else if (isKept(node.call, only) && (isFound?.(node.call) ?? true)) matches.add(at);
  }
  return matches;
}

function isKept({ value, isReverted, error }: InternalCall, only: CallFilter | undefined): boolean {
  if (only === 'value') return value > 0n && !isReverted;
  return only !== 'failing' || error !== null;
}

function withParents(tree: CallTree, matches: ReadonlySet<number>, root: number): Set<number> {
  const included = new Set([root]);
  for (const match of matches)
    for (let at: number | null = match; at !== null && !included.has(at); at = tree[at]?.parent ?? null)
      included.add(at);
  return included;
}

/** A call and those inside it, as many as are included. */
function countIncluded(tree: CallTree, position: number, included: ReadonlySet<number> | undefined): number {
  const size = tree[position]?.size ?? 0;
  if (included === undefined) return size + 1;
  let count = 0;
  for (let at = position; at <= position + size; at += 1) if (included.has(at)) count += 1;
  return count;
}

type Siblings = Readonly<{ parent: number; children: readonly number[]; sizeOf(position: number): number }>;

function findOmissions({ parent, children, sizeOf }: Siblings, shown: ReadonlySet<number>): Omission[] {
  const omissions: Omission[] = [];
  let open: { parent: number; from: number; children: number; calls: number } | undefined;
  for (const child of children) {
    if (shown.has(child)) {
      if (open) omissions.push({ ...open, next: child });
      open = undefined;
      continue;
    }
    open ??= { parent, from: child, children: 0, calls: 0 };
    open.children += 1;
    open.calls += sizeOf(child);
  }
  if (open) omissions.push({ ...open, next: null });
  return omissions;
}
