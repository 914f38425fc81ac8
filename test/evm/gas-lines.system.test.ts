import { expect, test } from 'vitest';
import { z } from 'zod';
import { asHex, asList, asRecord } from '@/demo/node-request';
import { type GasTrace, readGasTrace, writeGasTracer } from '@/lib/evm/gas-tracer';
import { createRpc } from '@/lib/rpc/client';
import { shareTestChain } from '../support/shared-chain';

/** Every instruction, as struct logs have it: where it is, the gas that is left before it, and the calls around it. */
const PLAIN_TRACER = `{
  list: [], codes: [],
  step: function (log) {
    if (this.codes.length === 0) this.codes.push(toHex(log.contract.getAddress()));
    this.list.push([log.getPC(), log.getGas(), this.codes.length, this.codes[this.codes.length - 1]]);
  },
  fault: function () {},
  enter: function (call) { this.codes.push(call.getType().indexOf('CREATE') === 0 ? 'create' : toHex(call.getTo())); },
  exit: function () { if (this.codes.length > 1) this.codes.pop(); },
  result: function () { return this.list; }
}`;
const steps = z.array(z.tuple([z.int(), z.int(), z.int(), z.string()]));
const SAMPLED = 45;

const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
/** Of the gas that is missing at the next instruction of the same call, by account and program counter. */
function addPlainly(list: z.output<typeof steps>) {
  const spent = new Map<string, number>();
  const ends = new Set<string>();
  for (const [at, [pc, gas, depth, account]] of list.entries()) {
    let after = at + 1;
    while ((list[after]?.[2] ?? 0) > depth) after += 1;
    const next = list[after];
    if (next?.[2] === depth)
      spent.set(`${account}/${pc}`, (spent.get(`${account}/${pc}`) ?? 0) + gas - next[1]);
    else ends.add(`${account}/${pc}`);
  }
  return { spent, ends };
}

test('sums of the tracer are those of every instruction alone', async () => {
  const chain = await shareTestChain();
  const rpc = createRpc({ urls: [chain.rpcUrl] });
  const head = Number(await rpc.request('eth_blockNumber', []));
  let compared = 0;
  const compare = async (hash: string, to: unknown) => {
    const trace = (tracer: string) => rpc.request('debug_traceTransaction', [hash, { tracer }]);
    const list = steps.parse(await trace(PLAIN_TRACER));
    const codes = new Map(list.map(([, , , account]) => [account, { in: [], out: [] }] as const));
    const read = readGasTrace(await trace(writeGasTracer(codes, to === null)));
    if (read === undefined) throw new Error(`${hash}: no answer of the tracer`);
    const { nodes, counters }: GasTrace = read;
    const outer = list.filter(([, , depth]) => depth === 1);
    expect(sum(nodes.map(({ gas }) => gas)), hash).toBe((outer[0]?.[1] ?? 0) - (outer.at(-1)?.[1] ?? 0));
    const { spent, ends } = addPlainly(list);
    for (const { code, pc, gas, inner } of counters) {
      if (ends.has(`${code}/${pc}`)) continue;
      expect(gas + inner, `${hash} ${code} ${pc}`).toBe(spent.get(`${code}/${pc}`));
      compared += 1;
    }
  };
  for (let height = 1; height <= head; height += SAMPLED) {
    const block = asRecord(await rpc.request('eth_getBlockByNumber', [`0x${height.toString(16)}`, true]));
    for (const { hash, to } of asList(block.transactions).map(asRecord)) await compare(asHex(hash), to);
  }
  expect(compared).toBeGreaterThan(1_000);
  console.info(`${compared} sums of instructions compared: 0 differences`);
});
