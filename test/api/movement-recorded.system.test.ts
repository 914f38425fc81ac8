import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bufferToHex } from '@/lib/evm/hex';
import type { TestApi } from '../support/api-harness';
import { parseRecords, units } from '../support/movement-file';
import { startRecordedApi } from '../support/recorded-api';
import { type Frame, listTransfers, RECORDED, readRecordedBlock } from '../support/recorded-blocks';
import { HAS_RECORDINGS } from '../support/recordings';

const ACCOUNTS = 100;
const MOVING = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];

/** What accounts gained and how often they moved, by `account asset`; the asset of coin is empty. */
type Sums = Map<string, { change: bigint; times: number }>;

function add(sums: Sums, [account, asset]: readonly [string, string], change: bigint): void {
  const key = `${account.toLowerCase()} ${asset}`;
  const known = sums.get(key) ?? { change: 0n, times: 0 };
  sums.set(key, { change: known.change + change, times: known.times + 1 });
}

function addFrame(sums: Sums, frame: Frame): void {
  if (frame.error !== undefined) return;
  const value = BigInt(frame.value ?? 0);
  if (MOVING.includes(frame.type) && value > 0n && frame.to !== undefined) {
    add(sums, [frame.from, ''], -value);
    add(sums, [frame.to, ''], value);
  }
  for (const call of frame.calls ?? []) addFrame(sums, call);
}

/** By hand from what the node told: values of calls, fees, what block producers earned, and logs of tokens. */
function sumRecording(): Sums {
  const sums: Sums = new Map();
  for (let height = RECORDED.first; height <= RECORDED.last; height += 1)
    for (const { from, trace, receipt, miner, baseFeePerGas } of readRecordedBlock(height)) {
      if (trace === null) throw new Error('a transaction has no trace');
      addFrame(sums, trace);
      add(sums, [from, ''], -(receipt.gasUsed * receipt.effectiveGasPrice));
      add(sums, [miner, ''], receipt.gasUsed * (receipt.effectiveGasPrice - baseFeePerGas));
      for (const { token, from: sender, to, amount } of listTransfers(receipt.logs)) {
        const value = BigInt(amount === '0x' ? 1 : amount);
        add(sums, [sender, token], -value);
        add(sums, [to, token], value);
      }
    }
  return sums;
}

describe.skipIf(!HAS_RECORDINGS)('movements in recorded mainnet blocks (../shared/realdata)', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startRecordedApi();
  });
  afterAll(() => api?.stop());

  test('the file of each of the busiest accounts sums to what it gained by the blocks', async () => {
    const sums = sumRecording();
    const times = new Map<string, number>();
    for (const [key, sum] of sums) {
      const account = key.slice(0, 42);
      times.set(account, (times.get(account) ?? 0) + sum.times);
    }
    times.delete(`0x${'0'.repeat(40)}`);
    const busiest = [...times].sort(([, one], [, other]) => other - one).slice(0, ACCOUNTS);
    const tokens = new Map<string, number>(
      (
        await api.sql<{ address: Buffer; decimals: string | null }[]>`
          select address, decimals from ${api.db.schema}.tokens where type = 'ERC-20'`
      ).map(({ address, decimals }) => [bufferToHex(address), Number(decimals ?? 0)]),
    );
    const differences: unknown[] = [];
    const compared = { accounts: 0, coin: 0, tokens: 0, records: 0 };
    for (const [account] of busiest) {
      const answer = await api.request(`/api/v2/addresses/${account}/movements/csv`);
      expect([account, answer.status]).toEqual([account, 200]);
      const records = parseRecords(answer.text);
      compared.accounts += 1;
      compared.records += records.length;
      const own: Sums = new Map();
      for (const { In, Out, Fee, Token = '' } of records) {
        const asset = Token.toLowerCase();
        const decimals = asset === '' ? 18 : (tokens.get(asset) ?? 0);
        if (asset === '' || tokens.has(asset))
          add(own, [account, asset], units(In, decimals) - units(Out, decimals) - units(Fee));
      }
      const assets = ['', ...tokens.keys()].map((asset) => `${account} ${asset}`);
      for (const key of assets.filter((each) => sums.has(each) || own.has(each))) {
        compared[key.endsWith(' ') ? 'coin' : 'tokens'] += 1;
        const [ours, theirs] = [own.get(key)?.change ?? 0n, sums.get(key)?.change ?? 0n];
        if (ours !== theirs) differences.push({ key, ours, theirs });
      }
    }
    console.log(compared);
    expect(differences).toEqual([]);
    expect(compared.accounts).toBe(ACCOUNTS);
  });
});

if (!HAS_RECORDINGS) test.skip('movements: ../shared/realdata is not here', () => {});
