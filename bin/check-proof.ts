import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { AppError } from '@/lib/errors';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import type { ProvenAccessList } from '@/lib/proof/check-access-list-proof';
import { checkProof, type Proven } from '@/lib/proof/check-proof';
import type { ProvenTransaction } from '@/lib/proof/check-transaction-proof';
import type { ProvenHeader } from '@/lib/proof/read-header';
import { runProgram } from './common/run-program';

const USAGE = `Usage: npm run check-proof -- [--json] <file>

Checks the answer of /api/v2/transactions/{hash}/proof, saved to a file, from the hash of the block to the last
log of the transaction, or that of /api/v2/blocks/{number}/proof, to the last value of its access list, without
network. Prints what is proven; --json prints it as JSON. Ends with 1 when the proof is invalid.

It proves what is in the block with this hash. Make sure that the block is on the canonical chain: compare the
hash with one from a node, or from anyone you trust.`;

/** A transaction's logs, or an access list, fit in a fraction of it. */
const MAX_BYTES = 64 * 1024 * 1024;

await runProgram(check);

async function check(): Promise<void> {
  const request = readArguments();
  if (request === 'help') return console.log(USAGE);
  await loadFastKeccak();
  const result = checkProof(await readJson(request.file));
  if (!result.holds) {
    console.error(`The proof is invalid: ${result.fault}.`);
    process.exitCode = 1;
    return;
  }
  console.log(request.isJson ? toJson(result.proven) : describe(result.proven));
}

/** Throws AppError `config` for anything but one file. */
function readArguments(): 'help' | { file: string; isJson: boolean } {
  const options = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return 'help';
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0) return { file, isJson: values.json ?? false };
  } catch (cause) {
    throw new AppError('config', 'Only a file, --json and --help are valid.', { cause });
  }
  throw new AppError('config', 'Name the file with the proof, or see --help.');
}

async function readJson(file: string): Promise<unknown> {
  try {
    if ((await stat(file)).size > MAX_BYTES) throw new AppError('config', `${file} is larger than 64 MB.`);
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(
      'config',
      cause instanceof SyntaxError ? `${file} is not JSON.` : `${file} cannot be read.`,
      { cause },
    );
  }
}

function toJson(proven: Proven): string {
  return JSON.stringify(proven, (_, value) => (typeof value === 'bigint' ? value.toString() : value), 2);
}

type Line = readonly [string, string | number | bigint | null];

function describe(proven: Proven): string {
  const rows: readonly Line[] = [
    ...describeBlock(proven.block),
    ...('accounts' in proven ? describeList(proven) : describeTransaction(proven)),
  ];
  const lines = rows.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(14)}${value}`]));
  return ['The proof is valid, if the block is on the canonical chain:', ...lines].join('\n');
}

function describeBlock({ number, hash, parentHash, timestamp }: ProvenHeader): Line[] {
  return [
    ['block', `${number}  ${hash}`],
    ['  parent', parentHash],
    ['  timestamp', `${timestamp}  ${describeTime(timestamp)}`],
  ];
}

function describeTransaction({ transaction, receipt }: ProvenTransaction): Line[] {
  const { status, stateRoot, cumulativeGasUsed, logs } = receipt;
  return [
    ['transaction', `${transaction.index}  ${transaction.hash}`],
    ['  type', transaction.type],
    ['  from', transaction.from ?? 'not known: the rules of this type are not'],
    ['  to', transaction.to ?? (transaction.from === null ? null : 'none: it creates a contract')],
    ['  nonce', transaction.nonce],
    ['  value', transaction.value === null ? null : `${transaction.value} wei`],
    ['  input', transaction.input],
    ['receipt', status ?? `state root ${stateRoot}`],
    ['  gas used', `${cumulativeGasUsed}  by it and all before it in the block`],
    ['  logs', logs.length],
    ...logs.flatMap(({ position, address, topics, data }): Line[] => [
      [`  log ${position}`, address],
      ...topics.map((topic, at): Line => [`    topic ${at}`, topic]),
      ['    data', data],
    ]),
  ];
}

/** The values after the block; those after each transaction are in the JSON. */
function describeList({ listHash, bytes, accounts }: ProvenAccessList): Line[] {
  return [
    ['access list', listHash],
    ['  bytes', bytes],
    ['  accounts', accounts.length],
    ...accounts.flatMap(({ address, balances, nonces, codes, slots, readSlots }): Line[] => {
      const [balance, nonce, code] = [balances.at(-1), nonces.at(-1), codes.at(-1)];
      return [
        ['account', address],
        ['  balance', balance ? `${balance.value} wei` : null],
        ['  nonce', nonce?.value ?? null],
        ['  code', code?.value ?? null],
        ...slots.map(({ slot, values }): Line => [`  slot`, `${slot}  ${values.at(-1)?.value}`]),
        ['  slots read', readSlots.length > 0 ? readSlots.length : null],
      ];
    }),
  ];
}

/** Empty for a time out of the range of Date. */
function describeTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
