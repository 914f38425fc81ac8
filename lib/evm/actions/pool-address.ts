import { getContractAddress, keccak256 } from 'viem/utils';
import { bufferToHex, type Hex, hexToBuffer } from '@/lib/evm/hex';
import { WORD } from '@/lib/evm/words';
import type { PoolFacts } from './action';

/** Init code hash of Uniswap v3 pools, the same in every deployment. */
const POOL_INIT_CODE_HASH: Hex = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54';
/** Fee tiers enabled by factories, in hundredths of a basis point, most common first. */
const FEES = [3000, 500, 10_000, 100, 200, 300, 400] as const;

/** Finds a pool's tokens by recomputing its CREATE2 address from candidate pairs; undefined when none matches. */
export function findPoolTokens(pool: Hex, candidates: readonly Hex[], factory: Hex): PoolFacts | undefined {
  const tokens = [...new Set(candidates)].sort();
  for (const [index, token0] of tokens.entries()) {
    for (const token1 of tokens.slice(index + 1)) {
      const isPool = FEES.some((fee) => poolAddress({ token0, token1, fee }, factory) === pool);
      if (isPool) return { token0, token1 };
    }
  }
  return undefined;
}

function poolAddress({ token0, token1, fee }: PoolFacts & { fee: number }, factory: Hex): string {
  const salt = Buffer.alloc(3 * WORD);
  hexToBuffer(token0).copy(salt, WORD - 20);
  hexToBuffer(token1).copy(salt, 2 * WORD - 20);
  salt.writeUInt32BE(fee, 3 * WORD - 4);
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: keccak256(bufferToHex(salt)),
    bytecodeHash: POOL_INIT_CODE_HASH,
  }).toLowerCase();
}
