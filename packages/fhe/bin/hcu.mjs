#!/usr/bin/env node
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { DEFAULT_BUDGET, findExcess, formatReport, readForge } from '../dist/index.js';

const USAGE = `Prints the HCU of each test of Foundry, and fails when a call is beyond the limits of a transaction:
  forge test --json -vvvv | astrolabe-fhe hcu [options]
Options:
  --executor <address>   whose logs are operations; may be repeated (default: that of --chain)
  --chain <id>           the chain whose published executor counts (default: 31337)
  --per-transaction <n>  limit of HCU (default: ${DEFAULT_BUDGET.perTransaction})
  --depth <n>            limit of depth (default: ${DEFAULT_BUDGET.depth})`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      chain: { type: 'string', default: '31337' },
      depth: { type: 'string', default: String(DEFAULT_BUDGET.depth) },
      executor: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
      'per-transaction': { type: 'string', default: String(DEFAULT_BUDGET.perTransaction) },
    },
  });
  if (values.help || positionals.join() !== 'hcu') {
    process.stdout.write(`${USAGE}\n`);
    return values.help ? 0 : 2;
  }
  const budget = { perTransaction: Number(values['per-transaction']), depth: Number(values.depth) };
  if (!(budget.perTransaction > 0 && budget.depth > 0)) throw new RangeError('limits are numbers above 0');
  const { executor, chain } = values;
  const tests = readForge(await text(process.stdin), executor ? { executor } : { chainId: Number(chain) });
  process.stdout.write(`${formatReport(tests, budget)}\n`);
  return findExcess(tests, budget).length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
