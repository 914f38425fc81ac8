import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { undoAll } from '@/lib/evm/check-trace';
import { explainReason } from '@/lib/evm/explain-failure';
import { decodeWholeCalls } from '@/lib/evm/internal-calls';
import { readCallTrace } from '@/lib/evm/raw-trace';
import { decodeRevertReason } from '@/lib/evm/revert-reason';
import { findShortfall } from '@/lib/evm/shortfall';
import { walkParityTraces } from '@/lib/evm/traces';
import { RECORDED } from '../support/recorded-blocks';
import { HAS_RECORDINGS, SHARED } from '../support/recordings';

const block = z.object({
  block: z.object({
    timestamp: z.string().transform(Number),
    transactions: z.array(z.object({ hash: z.string() })),
  }),
  traces: z.object({ result: z.array(z.object({ result: z.unknown() })) }),
});
const MEASURED = /^(swap_|balance_|allowance_|deadline_)/;

/** The failures of the recorded blocks whose reason is that something was too little, too much or too late. */
function* listMeasured() {
  for (let height = RECORDED.first; height <= RECORDED.last; height += 1) {
    const bytes = gunzipSync(readFileSync(`${SHARED}/${RECORDED.data}/${height}.json.gz`));
    const { block: header, traces } = block.parse(JSON.parse(bytes.toString('utf8')));
    for (const [at, { hash }] of header.transactions.entries()) {
      const walked = walkParityTraces(readCallTrace(traces.result[at]?.result) ?? []);
      const { calls } = decodeWholeCalls(undoAll(walked));
      const output = calls[0]?.error == null ? undefined : calls[0]?.output;
      const reason = output ? decodeRevertReason(output)?.text : undefined;
      if (!MEASURED.test(explainReason(reason ?? '')?.code ?? '')) continue;
      yield { hash, shortfall: findShortfall({ chainId: 1, calls, timestamp: header.timestamp }) };
    }
  }
}

/** Computed by hand from the raw traces: by reserves, by balances before and after, by what a pool gave. */
const BY_HAND: readonly (readonly [hash: string, amounts: object])[] = [
  ['0x817bc0360d', { has: 80_000_000_000_000_000n, needs: 110_820_632_099_147_706n }],
  ['0x5a4a06001c', { has: 3_832_140_143_228_447n, needs: 3_989_101_106_339_660n }],
  ['0xd72a580339', { has: 146_000_000_000_000_000n, needs: 385_652_160_888_366_678n }],
  ['0xbf22348b7e', { has: 11_737_221_056_572_976n, needs: 11_826_884_784_246_060n }],
  ['0xa87c2fabc0', { has: 5_578_316_790_467_160n, needs: 5_996_232_781_517_476n }],
  ['0xefb7c1717e', { has: 495_079_646_708_319_090_450_879n }],
  ['0x42decf23ba', { has: 235_462_502_037_173_557n, needs: 244_041_844_059_673_563n }],
  ['0xe0434b798a', { has: 44_997_467_336_030_275n, needs: 45_844_650_135_107_102n }],
  ['0x970551f661', { has: 4_850_575_970_945_845_951n }],
  ['0x11781c3875', { has: null, needs: 327_176_617_984_215_900_000_000n }],
];

test.skipIf(!HAS_RECORDINGS)('by how much recorded mainnet transactions failed (../shared/realdata)', () => {
  const all = [...listMeasured()];
  const known = all.filter(({ shortfall }) => shortfall !== undefined);
  console.log(`failures with a shortfall: ${known.length} of ${all.length} whose reason has one`);
  expect(known.length / all.length).toBeGreaterThan(0.85);
  const amountsOf = (start: string) => all.find(({ hash }) => hash.startsWith(start))?.shortfall;
  for (const [start, amounts] of BY_HAND) expect(amountsOf(start), start).toMatchObject(amounts);
});
