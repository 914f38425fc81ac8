import { describe, expect, test } from 'vitest';
import { keccak256 } from '@/lib/evm/keccak';
import { matchReceipts } from '@/lib/indexer/sync/bundle';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { AMSTERDAM } from '@/test/support/amsterdam-chain';
import { encodeHeader } from './header';
import { proveBlock } from './prove-block';
import { recoverSenders } from './recover-senders';

type Answers = Readonly<{ block: Record<string, unknown>; receipts: readonly Record<string, unknown>[] }>;

async function prove({ block, receipts }: Answers) {
  const parsed = parseBlock(block);
  const matched = matchReceipts(parsed, receipts.map(parseReceipt));
  const { failures } = await proveBlock({ block: parsed, receipts: matched }, recoverSenders);
  return failures.map(({ check, kind }) => `${check} ${kind}`);
}

/** What a header of the fork does not commit to. */
const UNCOMMITTED = ['hash', 'size', 'transactions', 'withdrawals', 'uncles'];
const flip = (digit: string) => (digit === '1' ? '2' : '1');

describe.each(AMSTERDAM.blocks)('block of the fork: $scene', (answers) => {
  test('is proven', async () => {
    expect(await prove(answers)).toEqual([]);
  });

  test('is refuted with any field of its header changed or left out', async () => {
    for (const [name, value] of Object.entries(answers.block)) {
      if (UNCOMMITTED.includes(name)) continue;
      const text = String(value);
      const flipped = `${text.slice(0, -1)}${flip(text.slice(-1))}`;
      // a quantity that is left out is zero
      for (const other of text === '0x0' ? [flipped] : [flipped, undefined]) {
        const changed = { ...answers, block: { ...answers.block, [name]: other } };
        const found = await prove(changed).catch(() => ['not parsed']);
        expect(found, `${name}: ${other}`).not.toEqual([]);
      }
    }
  });
});

test("the hash of the first header of Sepolia's fork", () => {
  const header = parseBlock({
    hash: '0xa03f956aeb69d3fa234d9894c4309f4bb089cca9b6440cb45066c9ba39222588',
    parentHash: '0x862fbae116b7dca00b550ad371540de5ec8f627065bead949809ee6228b8f3eb',
    sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    miner: '0x3826539cbd8d68dcf119e80b994557b4278cec9f',
    stateRoot: '0xfa3dce0649b084038be0d2e88b0740fdd50631fc32109c0f7766fa242baf2c39',
    transactionsRoot: '0x4370e25f6d627e5e9efca9cb5405f38c5ae86043e5b400ea92992d51aba12b6c',
    receiptsRoot: '0x636dbd7afafef168dee179457d140e251ddb3c203596d148338d1ee813f1f034',
    logsBloom:
      '0x8014a800082084804806100090009a2028220011620000168200608488100546c288100801c811022248210a01200222421950128ec100000c2892242226031a711c0551a00a220002602a58404900c0e00002c06600081121030400948540010a20000122284012608548c102604c1830800040e00c22483468a51004090118a500008009344a0009a080504206014121402041100a20081084004504201641028000810000410a803001480001041e00005000a0d0c1308a40020a02044001490f008601010220003d04004ba2000252120200040880384000800001c0694000d0101900b01810ac4814002ca0800450001800884500400207080200010208',
    ...{ difficulty: '0x0', number: '0xb4e9d1', gasLimit: '0x3938700', gasUsed: '0xd1dda4' },
    ...{ timestamp: '0x6ac4fd60', extraData: '0x626573752032362e392e31', nonce: '0x0000000000000000' },
    mixHash: '0x4ba9dfc9ce033a38b9f2d6d4b549e4b3a398dbcd8dd7c514d944f42c9a1a4405',
    baseFeePerGas: '0x3d7386e5',
    withdrawalsRoot: '0x5127063b341e2ad8b2236316204563d3025b6b9b61290fec666a0a0bba4286a7',
    ...{ blobGasUsed: '0x80000', excessBlobGas: '0xc6e7614' },
    parentBeaconBlockRoot: '0xa982af12aa814307469427e140dd62cf6b6cbbcf0539fbab10336132e47b0743',
    requestsHash: '0xec88bf0d3fe6b86b583cf638c5635cb64bc842fee1e220f0e8be964a4d368c15',
    // as Besu named it until May 2026
    balHash: '0xe6048b5d71a01b46691aa7d24238ba7880b789ae42173cab10a041b72e768a55',
    ...{ slotNumber: '0xac6000', transactions: [], uncles: [] },
  });
  expect(header.foreignFields).toEqual([]);
  expect(keccak256(encodeHeader(header))).toEqual(header.hash);
});
