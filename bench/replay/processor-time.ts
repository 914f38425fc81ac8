import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of /proc a second, on every Linux that Node runs on. */
const TICKS = 100;

/** Processor seconds so far: of this process's main and other threads, of the database and of the node. */
export type ProcessorTime = Readonly<Record<'main' | 'others' | 'database' | 'node', number>>;

/** Reads processor seconds from /proc; `database` and `node` are process IDs, whose children count too. */
export function readProcessorTime(ids: Readonly<{ database: number; node: number }>): ProcessorTime {
  const main = ownTime(readStat(`/proc/self/task/${process.pid}/stat`));
  const { user, system } = process.cpuUsage();
  const others = (user + system) / 1_000_000 - main;
  return { main, others, database: treeTime(ids.database), node: treeTime(ids.node) };
}

/** Fields of `stat` after the name, which may hold spaces: the first is the state. */
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

function treeTime(root: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(processes.map((id) => [Number(id), readStat(`/proc/${id}/stat`)]));
  let sum = 0;
  for (const [id, stat] of parents) {
    if (id === root || Number(stat[1]) === root) sum += ownTime(stat);
    if (id === root) sum += reapedTime(stat);
  }
  return sum;
}
