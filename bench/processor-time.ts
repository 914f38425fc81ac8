import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of /proc a second, on every Linux that Node runs on. */
const TICKS = 100;
/** What processor time is counted of: this process's main thread, its other threads, PostgreSQL, and all other children. */
export const PARTS = ['main', 'others', 'database', 'node'] as const;

/** Processor seconds. */
export type ProcessorTime = Readonly<Record<(typeof PARTS)[number], number>>;

/** Runs `work`; what it took of this process and its descendants, of which `database` is PostgreSQL's. */
export async function measureProcessorTime(
  database: number,
  work: () => Promise<unknown>,
): Promise<ProcessorTime> {
  const before = readProcessorTime(database);
  await work();
  const after = readProcessorTime(database);
  const since = (part: keyof ProcessorTime) => after[part] - before[part];
  return {
    main: since('main'),
    others: since('others'),
    database: since('database'),
    node: since('node'),
  };
}

/** Processor time so far; `databaseId` is the process ID of PostgreSQL. */
function readProcessorTime(databaseId: number): ProcessorTime {
  const main = ownTime(readStat(`/proc/self/task/${process.pid}/stat`));
  const { user, system } = process.cpuUsage();
  const children = listChildren();
  const database = treeTime(databaseId, children);
  const node = treeTime(process.pid, children) - treeTime(process.pid, new Map()) - database;
  return { main, others: (user + system) / 1_000_000 - main, database, node };
}

/** Fields of `stat` after the name, which may hold spaces: the first is the state. None for a process that has ended. */
function readStat(path: string): string[] {
  try {
    const text = readFileSync(path, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

const ownTime = (stat: readonly string[]) => (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) / TICKS;
/** Of children that have ended. */
const reapedTime = (stat: readonly string[]) => (Number(stat[13] ?? 0) + Number(stat[14] ?? 0)) / TICKS;

/** Process IDs by their parent's. */
function listChildren(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(readStat(`/proc/${name}/stat`)[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

function treeTime(id: number, children: ReadonlyMap<number, readonly number[]>): number {
  const stat = readStat(`/proc/${id}/stat`);
  const descendants = (children.get(id) ?? []).map((child) => treeTime(child, children));
  return ownTime(stat) + reapedTime(stat) + descendants.reduce((sum, time) => sum + time, 0);
}
