import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pino } from 'pino';
import { z } from 'zod';
import type { Config } from '@/lib/config';
import { type Logger, redact } from '@/lib/log';

const MAX_FILE_BYTES = 5_000_000;
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 100 } as const;
const logLine = z.object({
  level: z.number(),
  msg: z.string().default(''),
  error: z.object({ message: z.string() }).optional(),
});

/** Writes all lines of a role to a file and passes selected ones to `show`. */
export type RoleOutput = Readonly<{ attach(stream: Readable, kind: 'log' | 'chatter'): void; close(): void }>;

/**
 * All lines go to `file` (rotated, at most two of 5 MB). Shown are records at `level` or above (at the default, info,
 * only warnings and errors) and lines of the log stream that are not records, such as a crash.
 */
export function createRoleOutput(options: {
  role: string;
  file: string;
  level: string;
  show: (line: string) => void;
}): RoleOutput {
  const { role, show } = options;
  const minLevel = leastShown(options.level);
  const file = openBounded(options.file);
  return {
    attach(stream, kind) {
      createInterface({ input: stream }).on('line', (line) => {
        file.write(line);
        const text = describeLine(line, kind, minLevel);
        if (text !== undefined) show(`[${role}] ${text}`);
      });
    },
    close: () => file.close(),
  };
}

/** Log of the supervisor's own components, handled like a role's. */
export function createSupervisorLog(
  config: Pick<Config, 'logLevel' | 'secrets'>,
  show: (line: string) => void,
  path: string,
): Logger {
  const file = openBounded(path);
  const minLevel = leastShown(config.logLevel);
  const write = (line: string) => {
    const safe = redact(line.trimEnd(), config.secrets);
    file.write(safe);
    const text = describeLine(safe, 'log', minLevel);
    if (text !== undefined) show(text);
  };
  return pino({ level: config.logLevel, errorKey: 'error', base: { role: 'supervisor' } }, { write });
}

/** The text to show for a line; undefined if it only goes to the file. */
export function describeLine(line: string, kind: 'log' | 'chatter', minLevel: number): string | undefined {
  const record = parseRecord(line);
  if (!record) return kind === 'log' || minLevel < LEVELS.info ? line : undefined;
  if (record.level < minLevel) return undefined;
  const name = Object.entries(LEVELS).find(([, level]) => level === record.level)?.[0] ?? 'log';
  const cause = record.error && record.error.message !== record.msg ? ` (${record.error.message})` : '';
  return `${name}: ${record.msg}${cause}`;
}

function leastShown(level: string): number {
  const entry = Object.entries(LEVELS).find(([name]) => name === level);
  const value = entry ? entry[1] : LEVELS.info;
  return value === LEVELS.info ? LEVELS.warn : value;
}

function parseRecord(line: string) {
  if (!line.startsWith('{')) return undefined;
  try {
    return logLine.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** A size-bounded log file; write errors (disk full) are ignored rather than fatal. */
function openBounded(path: string): { write(line: string): void; close(): void } {
  let bytes = sizeOf(path);
  let file: number | undefined;
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    write(line) {
      try {
        file ??= openSync(path, 'a', 0o600);
        bytes += writeSync(file, `${line}\n`);
        if (bytes < MAX_FILE_BYTES) return;
        close();
        renameSync(path, `${path}.1`);
        bytes = 0;
      } catch {
        close();
      }
    },
    close,
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
