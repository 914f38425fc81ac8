import { type Hex, hexToBuffer } from './hex';
import { keccak256 } from './keccak';
import { addressToWord, wordToHex } from './words';

/** A pool of two tokens in pool order. `fee` is in hundredths of a basis point; null where all pools of the exchange take the same. */
export type Pool = Readonly<{ exchange: string; token0: Buffer; token1: Buffer; fee: number | null }>;

/** Fee tiers that factories enabled, most common first. */
const V3_FEES = [3000, 500, 10_000, 100, 200, 300, 400];
const SUSHI = '0xc35DADB65012eC5796536bD9864eD8773aBc74C4';
const PANCAKE_V3 = '0x41ff9AA7e16B8B1a8a8dc4f0eFacd93D02d071c9';

/** An exchange whose factories create pools with CREATE2, from init code that is the same for all of its pools. */
type Exchange = Readonly<{
  name: string;
  initCodeHash: Hex;
  /** Null where the fee is not part of the salt. */
  fees: readonly number[] | null;
  factories: Readonly<Record<number, Hex>>;
}>;
const EXCHANGES: readonly Exchange[] = [
  {
    name: 'Uniswap V3',
    initCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
    fees: V3_FEES,
    factories: {
      1: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      10: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      56: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      130: '0x1F98400000000000000000000000000000000003',
      137: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      480: '0x7a5028BDa40e7B173C278C5342087826455ea25a',
      8453: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      42161: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      42220: '0xAfE208a311B21f13EF87E33A90049fC17A7acDEc',
      43114: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
      81457: '0x792edAdE80af5fC680d96a2eD80A44247D2Cf6Fd',
      11155111: '0x0227628f3F023bb0B980b67D528571c95c6DaC1c',
    },
  },
  {
    name: 'Uniswap V2',
    initCodeHash: '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f',
    fees: null,
    factories: {
      1: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      10: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf',
      56: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      130: '0x1F98400000000000000000000000000000000002',
      137: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
      480: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      8453: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      42161: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9',
      42220: '0x79a530c8e2fA8748B7B40dd3629C0520c2cCf03f',
      43114: '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C',
      81457: '0x5C346464d33F90bABaf70dB6388507CC889C1070',
      11155111: '0xF62c03E08ada871A0bEb309762E260a7a6a880E6',
    },
  },
  {
    name: 'SushiSwap V2',
    initCodeHash: '0xe18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303',
    fees: null,
    factories: {
      ...{ 1: '0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac', 56: SUSHI, 100: SUSHI, 137: SUSHI, 250: SUSHI },
      ...{ 42161: SUSHI, 42220: SUSHI, 43114: SUSHI },
    },
  },
  {
    name: 'SushiSwap V3',
    initCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
    fees: V3_FEES,
    factories: { 1: '0xbACEB8eC6b9355Dfc0269C18bac9d6E2Bdc29C4F' },
  },
  {
    name: 'PancakeSwap V3',
    initCodeHash: '0x6ce8eb472fa82df5469c6ab6d485f17c3ad13c8cd7af59b3d4a8026c5ce0f7e2',
    fees: [2500, 500, 10_000, 100],
    factories: {
      ...{ 1: PANCAKE_V3, 56: PANCAKE_V3, 204: PANCAKE_V3, 8453: PANCAKE_V3, 42161: PANCAKE_V3 },
      ...{ 59144: PANCAKE_V3, 11155111: PANCAKE_V3 },
    },
  },
  {
    name: 'PancakeSwap V2',
    initCodeHash: '0x00fb7f630766e6a796048ea87d01acd3068e8ff67d078148a3fa3f4a84f69bd5',
    fees: null,
    factories: { 56: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73' },
  },
  {
    name: 'ShibaSwap',
    initCodeHash: '0x65d1a3b1e46c6e4f1be1ad5f99ef14dc488ae0549dc97db9b30afe2241ce1c7a',
    fees: null,
    factories: { 1: '0x115934131916C8b277DD010Ee02de363c09d037c' },
  },
];

type Deployment = Omit<Exchange, 'factories' | 'initCodeHash'> &
  Readonly<{ factory: Buffer; initCodeHash: Buffer }>;

/** Cache: it takes many hashes, and pools repeat. */
const found = new Map<string, Pool | undefined>();
const MAX_FOUND = 50_000;

/** Whether pools of the chain can be identified. */
export function hasExchanges(chainId: number): boolean {
  return EXCHANGES.some(({ factories }) => factories[chainId] !== undefined);
}

/**
 * The pool at an address, by recomputing its CREATE2 address for pairs of `candidates` (of which there must be few) and the
 * factories of the chain; undefined when none matches. No contract can have the address of a pool that it is not.
 */
export function identifyPool(
  chainId: number,
  address: Buffer,
  candidates: readonly Buffer[],
): Pool | undefined {
  const key = Buffer.concat([address, ...candidates]).toString('latin1') + chainId;
  if (found.has(key)) return found.get(key);
  const pool = searchPool(deploymentsOn(chainId), address, candidates);
  if (found.size >= MAX_FOUND) found.clear();
  found.set(key, pool);
  return pool;
}

function deploymentsOn(chainId: number): Deployment[] {
  return EXCHANGES.flatMap(({ factories, initCodeHash, ...exchange }) => {
    const factory = factories[chainId];
    if (factory === undefined) return [];
    return [{ ...exchange, factory: hexToBuffer(factory), initCodeHash: hexToBuffer(initCodeHash) }];
  });
}

function searchPool(
  deployments: readonly Deployment[],
  address: Buffer,
  candidates: readonly Buffer[],
): Pool | undefined {
  const tokens = [...candidates].sort(Buffer.compare);
  for (const [index, token0] of tokens.entries())
    for (const token1 of tokens.slice(index + 1))
      for (const deployment of deployments)
        for (const fee of deployment.fees ?? [null]) {
          const pool = { exchange: deployment.name, token0, token1, fee };
          if (addressOf(deployment, pool).equals(address)) return pool;
        }
  return undefined;
}

function addressOf({ factory, initCodeHash }: Deployment, { token0, token1, fee }: Pool): Buffer {
  const salt =
    fee === null
      ? [token0, token1]
      : [addressToWord(token0), addressToWord(token1), hexToBuffer(wordToHex(BigInt(fee)))];
  const created = [Buffer.of(0xff), factory, keccak256(Buffer.concat(salt)), initCodeHash];
  return keccak256(Buffer.concat(created)).subarray(12);
}
