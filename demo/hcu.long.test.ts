import { numberToHex } from 'viem';
import { expect, it } from 'vitest';
import { asList, asRecord } from './node-request';
import { countDifferences, measureTransaction } from './read-meter';
import { startTestChain } from './test-chain';

it('every operation of the history costs what HCULimit metered, before and after its upgrade', async () => {
  const test = await startTestChain();
  try {
    const found = { transactions: 0, operations: 0, differences: 0 };
    for (let height = 0; height <= test.history.tip.number; height++) {
      const receipts = asList(await test.chain.request('eth_getBlockReceipts', [numberToHex(height)]));
      for (const { transactionHash } of receipts.map(asRecord)) {
        const hash = String(transactionHash);
        const operations = await measureTransaction(test, hash);
        if (operations.length === 0) continue;
        found.transactions += 1;
        found.operations += operations.length;
        found.differences += await countDifferences(test, hash, operations);
      }
    }
    process.stdout.write(`${JSON.stringify(found)}\n`);
    expect(found.differences).toBe(0);
    expect(found.operations).toBeGreaterThan(1_500);
  } finally {
    await test.stop();
  }
});
