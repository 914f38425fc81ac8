import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decodeTransfers } from '@/lib/evm/decode-transfers';
import { burntFee, priorityFee } from '@/lib/evm/fees';
import { bufferToAddress, hexToBuffer, quantityToBigint } from '@/lib/evm/hex';
import { decodeKnownCall } from '@/lib/evm/signatures';
import { ROOT } from '../support/source-tree';

const FOLDER = join(ROOT, '../shared/realdata/pairs');

const bytes = z.string().transform(hexToBuffer);
const quantity = z.string().transform(quantityToBigint);
const optional = quantity.nullish().transform((value) => value ?? null);
const parameters = z.array(z.object({ type: z.string(), value: z.unknown() }));
const address = z.object({ hash: z.string() });
const recordingSchema = z.object({
  blockscout: z.array(
    z.object({
      body: z.object({
        priority_fee: z.string().nullable(),
        transaction_burnt_fee: z.string().nullable(),
        decoded_input: z.object({ method_id: z.string(), parameters }).nullable(),
        token_transfers: z.array(
          z.object({
            log_index: z.number(),
            from: address,
            to: address,
            token: z.object({ type: z.string() }),
            total: z.object({ value: z.string().nullish(), token_id: z.string().nullish() }),
          }),
        ),
      }),
    }),
  ),
  rpc: z.object({
    tx: z.object({
      result: z.object({ input: bytes, maxFeePerGas: optional, maxPriorityFeePerGas: optional }),
    }),
    receipt: z.object({
      result: z.object({
        gasUsed: quantity,
        logs: z.array(z.object({ logIndex: quantity, address: bytes, topics: z.array(bytes), data: bytes })),
      }),
    }),
    block: z.object({ result: z.object({ baseFeePerGas: optional }) }).nullish(),
  }),
});

/** The first ten transfers as the public service lists them: there are no batches in these recordings. */
function listTransfers({ rpc }: z.output<typeof recordingSchema>) {
  const logs = rpc.receipt.result.logs.map((log) => ({ ...log, logIndex: Number(log.logIndex) }));
  return decodeTransfers(logs)
    .slice(0, 10)
    .map((row) => ({
      log_index: row.logIndex,
      type: row.tokenType,
      from: bufferToAddress(row.from),
      to: bufferToAddress(row.to),
      amount: (row.amount ?? row.amounts?.[0])?.toString(),
      token_id: row.tokenIds?.[0]?.toString(),
    }));
}

function checkRecording(recording: z.output<typeof recordingSchema>): void {
  const { tx, receipt, block } = recording.rpc;
  const body = recording.blockscout[0]?.body;
  expect(listTransfers(recording)).toEqual(
    body?.token_transfers.map(({ log_index, from, to, token, total }) => ({
      log_index,
      type: token.type,
      from: from.hash,
      to: to.hash,
      amount: total.value ?? undefined,
      token_id: total.token_id ?? undefined,
    })),
  );
  const baseFeePerGas = block?.result.baseFeePerGas ?? null;
  const source = { ...tx.result, gasUsed: receipt.result.gasUsed, baseFeePerGas };
  expect(priorityFee(source)?.toString() ?? null).toBe(body?.priority_fee);
  expect(burntFee(source)?.toString() ?? null).toBe(body?.transaction_burnt_fee);
  const ours = decodeKnownCall(tx.result.input);
  const theirs = body?.decoded_input;
  if (!ours || !theirs) return;
  // Names of arguments differ between ABIs; types and values must not.
  const strip = (list: z.output<typeof parameters>) => list.map(({ type, value }) => ({ type, value }));
  expect(ours.method_id).toBe(theirs.method_id);
  expect(strip(ours.parameters)).toEqual(strip(theirs.parameters));
}

if (existsSync(FOLDER)) {
  describe('transactions recorded from the public service', () => {
    for (const chain of readdirSync(FOLDER)) {
      for (const file of readdirSync(join(FOLDER, chain))) {
        test(`${chain}/${file.slice(0, 12)}… have the same transfers, fees and arguments`, () => {
          checkRecording(recordingSchema.parse(JSON.parse(readFileSync(join(FOLDER, chain, file), 'utf8'))));
        });
      }
    }
  });
} else {
  test.skip('transactions recorded from the public service: ../shared/realdata/pairs is not here', () => {});
}
