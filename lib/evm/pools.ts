import { create2Address } from './create2-address';
import { bufferToHex, type Hex, hexToBuffer } from './hex';
import { keccak256 } from './keccak';
import { addressToWord, wordToHex } from './words';

/** A pool of two tokens in pool order. `fee` is in hundredths of a basis point; null where it is not part of the address. */
export type Pool = Readonly<{ exchange: string; token0: Buffer; token1: Buffer; fee: number | null }>;

/** What a factory hashes for the salt of a pool: its tokens, in words or not, and what tells several pools of them apart. */
type Salt = Readonly<{ isInWords: boolean; suffix: Hex; fee: number | null }>;
const V2: readonly Salt[] = [{ isInWords: false, suffix: '0x', fee: null }];
const ALGEBRA: readonly Salt[] = [{ isInWords: true, suffix: '0x', fee: null }];
/** Pools of volatile and of stable pairs. */
const SOLIDLY: readonly Salt[] = (['0x00', '0x01'] as const).map((suffix) => ({
  ...{ isInWords: false, suffix, fee: null },
}));
const byFee = (...fees: readonly number[]): Salt[] =>
  fees.map((fee) => ({ isInWords: true, suffix: wordToHex(BigInt(fee)), fee }));
/** Pools by the spacing of their ticks, whose fee can change. */
const SLIPSTREAM = byFee(100, 200, 1, 50, 2000, 10).map((salt) => ({ ...salt, fee: null }));
/** Fee tiers that factories enabled, most common first. */
const V3 = byFee(3000, 500, 10_000, 100, 200, 300, 400);
const UNISWAP_V2_CODE = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f';
const UNISWAP_V3_CODE = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54';
const SUSHI = '0xc35DADB65012eC5796536bD9864eD8773aBc74C4';
const PANCAKE_V2 = '0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E';
const PANCAKE_V3 = '0x41ff9AA7e16B8B1a8a8dc4f0eFacd93D02d071c9';

/** An exchange whose factories create pools with CREATE2, from init code that is the same for all of its pools. */
type Exchange = Readonly<{
  name: string;
  initCodeHash: Hex;
  salts: readonly Salt[];
  factories: Readonly<Record<number, Hex>>;
}>;
const EXCHANGES: readonly Exchange[] = [
  {
    name: 'Uniswap V3',
    initCodeHash: UNISWAP_V3_CODE,
    salts: V3,
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
    initCodeHash: UNISWAP_V2_CODE,
    salts: V2,
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
    salts: V2,
    factories: {
      ...{ 1: '0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac', 56: SUSHI, 100: SUSHI, 137: SUSHI, 250: SUSHI },
      ...{ 42161: SUSHI, 42220: SUSHI, 43114: SUSHI },
    },
  },
  {
    name: 'SushiSwap V3',
    initCodeHash: UNISWAP_V3_CODE,
    salts: V3,
    factories: {
      1: '0xbACEB8eC6b9355Dfc0269C18bac9d6E2Bdc29C4F',
      10: '0x9c6522117e2ed1fE5bdb72bb0eD5E3f2bdE7DBe0',
      56: '0x126555dd55a39328F69400d6aE4F782Bd4C34ABb',
      137: '0x917933899c6a5F8E37F31E19f92CdBFF7e8FF0e2',
      8453: SUSHI,
      42161: '0x1af415a1EbA07a4986a52B6f2e7dE7003D82231e',
    },
  },
  {
    name: 'PancakeSwap V3',
    initCodeHash: '0x6ce8eb472fa82df5469c6ab6d485f17c3ad13c8cd7af59b3d4a8026c5ce0f7e2',
    salts: byFee(2500, 500, 10_000, 100),
    factories: {
      ...{ 1: PANCAKE_V3, 56: PANCAKE_V3, 204: PANCAKE_V3, 8453: PANCAKE_V3, 42161: PANCAKE_V3 },
      ...{ 59144: PANCAKE_V3, 11155111: PANCAKE_V3 },
    },
  },
  {
    name: 'PancakeSwap V2',
    initCodeHash: '0x00fb7f630766e6a796048ea87d01acd3068e8ff67d078148a3fa3f4a84f69bd5',
    salts: V2,
    factories: { 56: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73' },
  },
  {
    name: 'ShibaSwap',
    initCodeHash: '0x65d1a3b1e46c6e4f1be1ad5f99ef14dc488ae0549dc97db9b30afe2241ce1c7a',
    salts: V2,
    factories: { 1: '0x115934131916C8b277DD010Ee02de363c09d037c' },
  },
  {
    name: 'PancakeSwap V2',
    initCodeHash: '0x57224589c67f3f30a6b0d7a1b54cf3153ab84563bc609ef41dfb34f8b2974d2d',
    salts: V2,
    factories: {
      1: '0x1097053Fd2ea711dad45caCcc45EfF7548fCB362',
      8453: PANCAKE_V2,
      42161: PANCAKE_V2,
    },
  },
  {
    name: 'DefiSwap',
    initCodeHash: '0x69d637e77615df9f235f642acebbdad8963ef35c5523142078c9b8f9d0ceba7e',
    salts: V2,
    factories: { 1: '0x9DEB29c9a4c7A88a3C0257393b7f3335338D9A9D' },
  },
  {
    name: 'QuickSwap V2',
    initCodeHash: UNISWAP_V2_CODE,
    salts: V2,
    factories: { 137: '0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32' },
  },
  {
    name: 'QuickSwap V3',
    initCodeHash: '0x6ec6c9c8091d160c0aa74b2b14ba9c1717e95093bd3ac085cee99a49aab294a4',
    salts: ALGEBRA,
    factories: { 137: '0x2D98E2FA9da15aa6dC9581AB097Ced7af697CB92' },
  },
  {
    name: 'Camelot V2',
    initCodeHash: '0xa856464ae65f7619087bc369daaf7e387dae1e5af69cfa7935850ebf754b04c1',
    salts: V2,
    factories: { 42161: '0x6EcCab422D763aC031210895C81787E87B43A652' },
  },
  {
    name: 'Camelot V3',
    initCodeHash: '0x6c1bebd370ba84753516bc1393c0d0a6c645856da55f5393ac8ab3d6dbc861d3',
    salts: ALGEBRA,
    factories: { 42161: '0x6Dd3FB9653B10e806650F107C3B5A0a6fF974F65' },
  },
  {
    name: 'Trader Joe V1',
    initCodeHash: '0x0bbca9af0511ad1a1da383135cf3a8d2ac620e549ef9f6ae3a4c33c2fed0af91',
    salts: V2,
    factories: { 43114: '0x9Ad6C38BE94206cA50bb0d90783181662f0Cfa10' },
  },
  {
    name: 'Pangolin',
    initCodeHash: '0x40231f6b438bce0797c9ada29b718a87ea0a5cea3fe9a771abdd76bd41a3e545',
    salts: V2,
    factories: { 43114: '0xefa94DE7a4656D787667C749f7E1223D71E9FD88' },
  },
  {
    name: 'SpookySwap',
    initCodeHash: '0xcdf2deca40a0bd56de8e3ce5c7df6727e5b1bf2ac96f283fa9c4b3e6b42ea9d2',
    salts: V2,
    factories: { 250: '0x152eE697f2E276fA89E96742e9bB9aB1F2E61bE3' },
  },
  {
    name: 'Velodrome',
    initCodeHash: hashProxy('0x95885Af5492195F0754bE71AD1545Fe81364E531'),
    salts: SOLIDLY,
    factories: { 10: '0xF1046053aa5682b4F9a81b5481394DA16BE5FF5a' },
  },
  {
    name: 'Velodrome Slipstream',
    initCodeHash: hashProxy('0xc28aD28853A547556780BEBF7847628501A3bCbb'),
    salts: SLIPSTREAM,
    factories: { 10: '0xCc0bDDB707055e04e497aB22a59c2aF4391cd12F' },
  },
  {
    name: 'Aerodrome',
    initCodeHash: hashProxy('0xA4e46b4f701c62e14DF11B48dCe76A7d793CD6d7'),
    salts: SOLIDLY,
    factories: { 8453: '0x420DD381b31aEf6683db6B902084cB0FFECe40Da' },
  },
  {
    name: 'Aerodrome Slipstream',
    initCodeHash: hashProxy('0xeC8E5342B19977B4eF8892e02D8DAEcfa1315831'),
    salts: SLIPSTREAM,
    factories: { 8453: '0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A' },
  },
];

/** The hash of the code that creates a minimal proxy (EIP-1167) of an implementation. */
function hashProxy(implementation: Hex): Hex {
  const code =
    `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3` as const;
  return bufferToHex(keccak256(hexToBuffer(code)));
}

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
        for (const salt of deployment.salts)
          if (addressOf(deployment, salt, [token0, token1]).equals(address))
            return { exchange: deployment.name, token0, token1, fee: salt.fee };
  return undefined;
}

function addressOf(
  { factory, initCodeHash }: Deployment,
  { isInWords, suffix }: Salt,
  pair: readonly Buffer[],
): Buffer {
  const salt = keccak256(
    Buffer.concat([...(isInWords ? pair.map(addressToWord) : pair), hexToBuffer(suffix)]),
  );
  return create2Address(factory, salt, initCodeHash);
}
