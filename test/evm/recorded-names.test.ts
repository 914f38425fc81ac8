import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type AbiItem, decodeFunctionData, encodeFunctionData, parseAbiItem } from 'viem';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { DecodedCall } from '@/lib/evm/abi';
import { guessCall } from '@/lib/evm/guess-call';
import { guessLog } from '@/lib/evm/guess-log';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { decodeNestedCalls } from '@/lib/evm/nested-calls';
import { decodeKnownCall, decodeKnownLog } from '@/lib/evm/signatures';
import { SHIPPED } from '../support/shipped-names';
import { ROOT } from '../support/source-tree';

const FOLDER = join(ROOT, '../shared/realdata/blocks/1');
const [FIRST, LAST] = [17_686_110, 17_686_125];

const bytes = z.string().transform(hexToBuffer);
const blockSchema = z.object({
  block: z.object({ transactions: z.array(z.object({ input: bytes, to: z.string().nullable() })) }),
  receipts: z.array(z.object({ logs: z.array(z.object({ topics: z.array(bytes), data: bytes })) })),
});

function readBlocks() {
  return Array.from({ length: LAST - FIRST + 1 }, (_, at) => {
    const file = readFileSync(join(FOLDER, `${FIRST + at}.json.gz`));
    return blockSchema.parse(JSON.parse(gunzipSync(file).toString('utf8')));
  });
}

/** The call that the function of a decoded one makes of the same arguments, by viem alone. */
function encodeBack(input: Buffer, { method_call }: DecodedCall): string {
  const item: AbiItem = parseAbiItem(`function ${method_call}`);
  if (item.type !== 'function') throw new Error(method_call);
  const data = bufferToHex(input);
  if (item.inputs.length === 0) return data.slice(0, 10);
  const { args } = decodeFunctionData({ abi: [item], data });
  return encodeFunctionData({ abi: [item], args });
}

/** Whether a call is what was encoded: to the byte, or less than a word more or fewer, or with the mark of 0x behind it. */
function isSame(data: string, encoded: string): boolean {
  if (encoded.startsWith(data)) return /^0{0,62}$/.test(encoded.slice(data.length));
  return data.startsWith(encoded) && /^(.{2,62}|869584cd.{128})$/.test(data.slice(encoded.length));
}

test.skipIf(!existsSync(FOLDER))(
  'recorded mainnet calls and logs have names, and what was decoded encodes back',
  () => {
    const figures = { calls: 0, known: 0, guessed: 0, nested: 0, logs: 0, named: 0 };
    const wrong: string[] = [];
    const blocks = readBlocks();
    const calls = blocks.flatMap(({ block }) => block.transactions);
    for (const { input, to } of calls.filter((call) => call.to !== null && call.input.length >= 4)) {
      figures.calls += 1;
      const known = decodeKnownCall(input);
      const call = known ?? guessCall(input, SHIPPED);
      if (!call) continue;
      figures[known ? 'known' : 'guessed'] += 1;
      // a function of a standard may have bytes behind its arguments, which no contract reads; a guess only a mark
      const encoded = encodeBack(input, call);
      const data = bufferToHex(input);
      if (!(known ? data.startsWith(encoded) : isSame(data, encoded))) wrong.push(call.method_call);
      figures.nested += decodeNestedCalls(call, to, () => ({ own: [], general: SHIPPED })).calls.length;
    }
    for (const log of blocks.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs))) {
      figures.logs += 1;
      if (decodeKnownLog(log) ?? guessLog(log, SHIPPED)) figures.named += 1;
    }
    console.log('recorded mainnet blocks:', figures);
    expect(wrong).toEqual([]);
    expect(figures.known + figures.guessed).toBeGreaterThanOrEqual(1_605);
    expect(figures.named).toBeGreaterThanOrEqual(6_510);
  },
);
