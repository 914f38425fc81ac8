import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { bufferToHex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { message } from '@/lib/messages/message';
import { encodeHeader } from '@/lib/proof/header';
import { proveBlock } from '@/lib/proof/prove-block';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { findForeignSender } from '@/lib/proof/senders';
import { encodeForms, encodeTransaction } from '@/lib/proof/transaction';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { DEPOSIT_TYPE } from '@/lib/rpc/transaction';
import { ROOT } from '../support/source-tree';

const FOLDER = join(ROOT, '../shared/realdata');
const BLOCKS = join(FOLDER, 'blocks/1');
/** Its recorded fields do not hash to its hash. */
const CHANGED = new Set(['0x3e88cd749ab657299b10a6f079b2b63380edb5f2f700c421c3f1c77f7a3b7949']);
const HAS_RECORDINGS = existsSync(FOLDER);

await loadFastKeccak();

type Answers = { block: Record<string, unknown>; receipts: unknown[] };

/** What the recording itself lacks. */
function findingsOf({ block }: Answers): object[] {
  const omits = block.withdrawalsRoot !== undefined && block.withdrawals === undefined;
  return omits
    ? [
        {
          check: 'withdrawals_root',
          kind: 'unknown',
          what: message('fields_omitted', { fields: 'withdrawals' }),
        },
      ]
    : [];
}

async function prove({ block, receipts }: Answers) {
  const parts = { block: parseBlock(block), receipts: receipts.map(parseReceipt) };
  return (await proveBlock(parts, recoverSenders)).failures;
}

const listFiles = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

describe.skipIf(!HAS_RECORDINGS)('recorded blocks (../shared/realdata)', () => {
  test.each(listFiles(BLOCKS))('Ethereum %s is proven', async (name) => {
    const answers: Answers = JSON.parse(gunzipSync(readFileSync(join(BLOCKS, name))).toString());
    expect(await prove(answers)).toEqual(findingsOf(answers));
  });

  test('the first 8,192 blocks of Sepolia are proven', async () => {
    const lines = gunzipSync(readFileSync(join(FOLDER, 'sepolia-0-8191.jsonl.gz')))
      .toString()
      .trim()
      .split('\n');
    let proven = 0;
    for (const line of lines) if ((await prove(JSON.parse(line))).length === 0) proven += 1;
    expect(proven).toBe(8_192);
  });

  describe.each(['10', '8453'])('OP Stack, chain %s', (chain) => {
    const folder = join(FOLDER, 'pairs', chain);
    test.each(listFiles(folder))(
      '%s: header, and the hash and the sender of the transaction',
      async (name) => {
        const { rpc } = JSON.parse(readFileSync(join(folder, name)).toString());
        const block = parseBlock({ ...rpc.block.result, transactions: [] });
        expect(bufferToHex(keccak256(encodeHeader(block)))).toBe(rpc.block.result.hash);
        const recorded = { ...rpc.tx.result, transactionIndex: '0x0' };
        const [transaction] = parseBlock({ ...rpc.block.result, transactions: [recorded] }).transactions;
        if (!transaction) throw new Error('no transaction');
        if (transaction.type === DEPOSIT_TYPE && recorded.sourceHash === undefined) return;
        if (CHANGED.has(rpc.tx.result.hash)) return;
        expect(bufferToHex(keccak256(encodeTransaction(transaction)))).toBe(rpc.tx.result.hash);
        expect(await findForeignSender([encodeForms(transaction)], recoverSenders)).toBe(undefined);
        if (rpc.block.result.transactions.length > 1) return;
        expect(
          await prove({
            block: { ...rpc.block.result, transactions: [rpc.tx.result] },
            receipts: [rpc.receipt.result],
          }),
        ).toEqual([]);
      },
    );
  });
});
