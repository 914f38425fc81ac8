import { bufferToHex } from '@/lib/evm/hex';
import { encodeHeader } from '@/lib/proof/header';
import { parseBlock } from '@/lib/rpc/block';
import { AMSTERDAM } from './amsterdam-chain';

/** The proof of a block of `AMSTERDAM`, 1 to 10, with its access list, as the API gives it. */
export function proveAccessList(height: number) {
  const { block, accessListRlp } = AMSTERDAM.blocks[height - 1] ?? { block: {}, accessListRlp: '0x' };
  const parsed = parseBlock(block);
  return {
    block_hash: bufferToHex(parsed.hash),
    block_number: parsed.number,
    header: bufferToHex(encodeHeader(parsed)),
    access_list: accessListRlp,
  };
}
