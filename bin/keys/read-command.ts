import { parseArgs } from 'node:util';
import { GIVEN_PLANS } from '@/lib/api/gate/manage-keys';
import { PLANS, type PlanName } from '@/lib/api/gate/plans';
import { RETENTION_DAYS } from '@/lib/api/gate/prune-usage';
import { AppError } from '@/lib/errors';

/** A parsed command; `key` is a name, or the key itself when changing one. */
export type KeysCommand =
  | Readonly<{ name: 'help' }>
  | Readonly<{ name: 'create'; key: string; plan: string }>
  | Readonly<{ name: 'list'; withRevoked: boolean }>
  | Readonly<{ name: 'revoke'; key: string }>
  | Readonly<{ name: 'plan'; key: string; plan: string }>
  | Readonly<{ name: 'usage'; key: string | undefined; days: number }>;

export const USAGE = `Usage: npm run keys -- <command>

  create NAME [--plan PLAN]        creates a key and prints it, once; without --plan on the free plan
  list [--all]                     lists keys and their usage; --all: also revoked ones
  revoke NAME                      revokes a key permanently; takes its name or the key itself
  plan NAME PLAN                   moves a key to another plan; credits used so far still count
  usage [--key NAME] [--days N]    calls and credits by operation, of the last 30 days or N, today included (UTC)

Plans:
${GIVEN_PLANS.map(describePlan).join('\n')}`;

type Options = Readonly<{ plan?: string; all?: boolean; key?: string; days?: string; help?: boolean }>;
type OptionName = keyof Options;

const USUAL_DAYS = '30';
/** Positional arguments and options of each command. */
const COMMANDS: Readonly<Record<string, { words: readonly string[]; options: readonly OptionName[] }>> = {
  create: { words: ['NAME'], options: ['plan'] },
  list: { words: [], options: ['all'] },
  revoke: { words: ['NAME'], options: [] },
  plan: { words: ['NAME', 'PLAN'], options: [] },
  usage: { words: [], options: ['key', 'days'] },
};

/** Throws AppError `config` with the expected usage on invalid arguments. */
export function readCommand(args: readonly string[]): KeysCommand {
  const { options, words } = parse(args);
  const [name = '', key = '', plan = ''] = words;
  if (options.help) return { name: 'help' };
  requireShape(name, words.slice(1), options);
  if (name === 'create') return { name, key, plan: options.plan ?? 'free' };
  if (name === 'list') return { name, withRevoked: options.all ?? false };
  if (name === 'revoke') return { name, key };
  if (name === 'plan') return { name, key, plan };
  return { name: 'usage', key: options.key, days: readDays(options.days ?? USUAL_DAYS) };
}

function parse(args: readonly string[]): { options: Options; words: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        plan: { type: 'string' },
        all: { type: 'boolean' },
        key: { type: 'string' },
        days: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    return { options: values, words: positionals };
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.split(/[.'] ?To specify|\n/)[0] : '';
    throw badUsage(`Invalid arguments (${detail})`, cause);
  }
}

function requireShape(name: string, words: readonly string[], options: Options): void {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw badUsage(
      `${name === '' ? 'Missing command' : `Unknown command ${name}`}: it is one of ${Object.keys(COMMANDS).join(', ')}`,
    );
  if (words.length !== command.words.length || words.includes(''))
    throw badUsage(
      `${name} takes ${command.words.length === 0 ? 'no arguments' : command.words.join(' and ')}`,
    );
  const other = Object.keys(options).find((option) => !command.options.some((known) => known === option));
  if (other !== undefined) throw badUsage(`${name} does not take --${other}`);
}

function readDays(text: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= RETENTION_DAYS) return days;
  throw badUsage(`--days takes a whole number from 1 to ${RETENTION_DAYS}`);
}

function badUsage(problem: string, cause?: unknown): AppError {
  return new AppError('config', `${problem}; see npm run keys -- --help.`, { cause });
}

function describePlan(name: PlanName): string {
  const { credits, period, requestsPerSecond } = PLANS[name];
  return `  ${name.padEnd(8)}  ${credits.toLocaleString('en-US')} credits a ${period}, ${requestsPerSecond} calls a second`;
}
