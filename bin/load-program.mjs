// Runs before a program is loaded, whose modules are hundreds of files.
import { readFileSync } from 'node:fs';

/** With a lower limit Node fails to open modules and reports them as missing. */
const MIN_FILES = 256;
const TOO_MANY_FILES = ['EMFILE', 'ENFILE'];

/** Loads a program; reports a limit of open files that is too low for that. */
export async function loadProgram(load) {
  if (findLimit() < MIN_FILES) refuse();
  try {
    await load();
  } catch (error) {
    if (!TOO_MANY_FILES.includes(error?.code)) throw error;
    refuse();
  }
}

/** The limit of open files of this process, where available (Linux). */
function findLimit() {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function refuse() {
  console.error(
    'Error: This program may open too few files at a time: allow it at least 1024 (ulimit -n, or LimitNOFILE of systemd).',
  );
  process.exit(2);
}
