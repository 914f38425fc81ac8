import { describe, expect, test } from 'vitest';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { type BlockAnswers, makeProvableBlock, seal, withOwnHash } from '@/test/support/provable-block';
import { proveBlock } from './prove-block';
import { recoverSenders } from './recover-senders';

const honest = await makeProvableBlock(5);

const prove = async ({ block, receipts }: BlockAnswers) => {
  const parsed = { block: parseBlock(block), receipts: receipts.map(parseReceipt) };
  return (await proveBlock(parsed, recoverSenders)).failures;
};
const checksOf = async (answers: BlockAnswers) =>
  (await prove(answers)).map(({ check, kind }) => `${check} ${kind}`);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

describe('a block of the OP Stack from Isthmus on, whose withdrawalsRoot is of a storage', () => {
  const [deposit, receipt] = [list(honest.block.transactions).at(-1), honest.receipts.at(-1)];
  const log = Object(list(receipt?.logs)[0]);
  const ofDeposit = (withdrawals: unknown, number = '0x5'): BlockAnswers => {
    const receipts = [
      {
        ...receipt,
        ...{
          transactionIndex: '0x0',
          cumulativeGasUsed: receipt?.gasUsed,
          logs: [{ ...log, logIndex: '0x0' }],
        },
        // from Jovian on a share of the data
        blobGasUsed: '0x9c40',
      },
    ];
    const transactions = [{ ...Object(deposit), transactionIndex: '0x0' }];
    const fields = { ...honest.block, transactions, withdrawals, number, gasUsed: receipt?.gasUsed };
    const withdrawalsRoot = `0x${'5e'.repeat(32)}`;
    return { block: withOwnHash({ ...seal(fields, receipts), withdrawalsRoot }), receipts };
  };

  test('is proven', async () => {
    expect(await prove(ofDeposit([]))).toEqual([]);
  });

  test('also its genesis, which has no deposit', async () => {
    const { block } = ofDeposit([], '0x0');
    const { withdrawalsRoot } = block;
    const empty = seal({ ...block, transactions: [], gasUsed: '0x0' }, []);
    expect(await prove({ block: withOwnHash({ ...empty, withdrawalsRoot }), receipts: [] })).toEqual([]);
  });

  test('has no withdrawals', async () => {
    expect(await checksOf(ofDeposit(honest.block.withdrawals))).toEqual(['withdrawals_root refuted']);
    expect(await checksOf(ofDeposit(undefined))).toEqual(['withdrawals_root unknown']);
  });

  test('on another chain such a root is of withdrawals that were left out', async () => {
    const { withdrawalsRoot } = ofDeposit([]).block;
    const block = withOwnHash({ ...honest.block, withdrawals: [], withdrawalsRoot });
    const receipts = honest.receipts.map((fields) => ({ ...fields, blockHash: undefined }));
    expect(await checksOf({ block, receipts })).toEqual(['withdrawals_root refuted']);
  });
});
