import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process tree in bytes; shared pages count once. */
export type MemoryUse = Readonly<{ processes: number; bytes: number }>;

/** Undefined if the OS does not report it (anything but Linux). */
export function measureMemory(rootPid: number): MemoryUse | undefined {
  if (process.platform !== 'linux') return undefined;
  const pids = descendants(rootPid);
  const sizes = pids.map(proportionalBytes).filter((bytes) => bytes !== undefined);
  return { processes: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

function descendants(rootPid: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const parent = Number(readField(`/proc/${pid}/status`, 'PPid'));
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  for (let level = [rootPid]; level.length > 0; level = level.flatMap((pid) => children.get(pid) ?? []))
    found.push(...level);
  return found;
}

function proportionalBytes(pid: number): number | undefined {
  const kilobytes =
    readField(`/proc/${pid}/smaps_rollup`, 'Pss') ?? readField(`/proc/${pid}/status`, 'VmRSS');
  return kilobytes === undefined ? undefined : Number.parseInt(kilobytes, 10) * 1024;
}

function readField(file: string, name: string): string | undefined {
  try {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .find((text) => text.startsWith(`${name}:`));
    return line?.slice(name.length + 1).trim();
  } catch {
    return undefined;
  }
}
