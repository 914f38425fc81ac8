import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { AppError } from '@/lib/errors';

/** What `npm run backfill` is to do. `isBeside`: beside the served index; `isWorker`: this process is one of the workers that it has started. */
export type BackfillArguments = Readonly<{
  chain: number | undefined;
  workers: number;
  blocks: number;
  isBeside: boolean;
  isWorker: boolean;
  isDropping: boolean;
}>;

const BLOCKS = 2_000;
const MAX_WORKERS = 64;
const MAX_BLOCKS = 1_000_000;
const OPTIONS = {
  chain: { type: 'string' },
  workers: { type: 'string' },
  blocks: { type: 'string' },
  beside: { type: 'boolean', default: false },
  worker: { type: 'boolean', default: false },
  drop: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

/** Throws AppError `config` on invalid arguments. */
export function readArguments(given: readonly string[]): BackfillArguments | 'help' {
  let values: ReturnType<typeof parseValues>;
  try {
    values = parseValues(given);
  } catch (cause) {
    throw new AppError(
      'config',
      'Only --chain <chain id>, --workers <number>, --blocks <number>, --beside, --drop and --help are valid.',
      { cause },
    );
  }
  if (values.help) return 'help';
  const { chain, workers, blocks, beside, worker, drop } = values;
  return {
    chain: chain === undefined ? undefined : readNumber('--chain', chain, Number.MAX_SAFE_INTEGER),
    workers: workers === undefined ? availableParallelism() : readNumber('--workers', workers, MAX_WORKERS),
    blocks: blocks === undefined ? BLOCKS : readNumber('--blocks', blocks, MAX_BLOCKS),
    isBeside: beside,
    isWorker: worker,
    isDropping: drop,
  };
}

function parseValues(given: readonly string[]) {
  return parseArgs({ args: [...given], options: OPTIONS }).values;
}

function readNumber(name: string, text: string, max: number): number {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  const upTo = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`;
  throw new AppError('config', `${name} takes a whole number from 1${upTo}, not "${text}".`);
}
