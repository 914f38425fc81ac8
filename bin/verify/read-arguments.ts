import { parseArgs } from 'node:util';
import { AppError } from '@/lib/errors';

/** What to verify; undefined limits are the index's own. */
export type VerifyArguments = Readonly<{
  from: number | undefined;
  to: number | undefined;
  chain: number | undefined;
  isRepairing: boolean;
}>;

/** Shown by --help. */
export const USAGE = `Usage: npm run verify -- [--from <block>] [--to <block>] [--chain <chain id>] [--repair]

Fetches stored blocks from the node, proves them and compares the stored rows. --repair writes
those that differ anew. Exit code 0 when every block holds or was repaired.`;

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  chain: { type: 'string' },
  repair: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The arguments; `help` when asked for. Throws AppError `config` on invalid ones. */
export function readArguments(args: readonly string[]): VerifyArguments | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  const from = readNumber('from', values.from);
  const to = readNumber('to', values.to);
  if (from !== undefined && to !== undefined && from > to)
    throw new AppError('config', `--from ${from} is above --to ${to}.`);
  return { from, to, chain: readNumber('chain', values.chain), isRepairing: values.repair ?? false };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (cause) {
    throw new AppError(
      'config',
      'Only --from, --to, --chain (each with a number), --repair and --help are valid.',
      { cause },
    );
  }
}

function readNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new AppError('config', `--${name} takes a whole number.`);
}
