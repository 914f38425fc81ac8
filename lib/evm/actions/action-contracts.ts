import type { Hex } from '@/lib/evm/hex';

/** Contracts whose events are actions, in lower case. `aavePools` is null when unknown: then any emitter counts. */
export type ActionContracts = Readonly<{
  aavePools: ReadonlySet<string> | null;
  positionManagers: ReadonlySet<string>;
}>;

/** Aave v3 pools by chain, from the Aave address book. */
const AAVE_POOLS: ReadonlyMap<number, readonly Hex[]> = new Map([
  [
    1,
    [
      '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2',
      '0x4e033931ad43597d96D6bcc25c280717730B58B1',
      '0x0AA97c284e98396202b6A04024F5E2c65026F3c0',
      '0xAe05Cd22df81871bc7cC2a04BeCfb516bFe332C8',
    ],
  ],
  [10, ['0x794a61358D6845594F94dc1DB02A252b5b4814aD']],
  [56, ['0x6807dc923806fE8Fd134338EABCA509979a7e0cB']],
  [100, ['0xb50201558B00496A145fE76f7424749556E326D8']],
  [137, ['0x794a61358D6845594F94dc1DB02A252b5b4814aD']],
  [8453, ['0xA238Dd80C259a72e81d7e4664a9801593F98d1c5']],
  [42161, ['0x794a61358D6845594F94dc1DB02A252b5b4814aD']],
  [43114, ['0x794a61358D6845594F94dc1DB02A252b5b4814aD']],
  [59144, ['0xc47b8C00b0f69a36fa203Ffeac0334874574a8Ac']],
  [534352, ['0x11fCfe756c05AD438e312a7fd934381537D3cFfe']],
  [11155111, ['0x6Ae43d3271ff6888e7Fc43Fd7321a503ff738951']],
]);

/** Uniswap's documented NonfungiblePositionManager deployments, by chain. */
const POSITION_MANAGERS: ReadonlyMap<number, Hex> = new Map([
  [1, '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'],
  [10, '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'],
  [56, '0x7b8A01B39D58278b5DE7e48c8449c9f4F5170613'],
  [137, '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'],
  [8453, '0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1'],
  [42161, '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'],
  [42220, '0x3d79EdAaBC0EaB6F08ED885C05Fc0B014290D95A'],
  [43114, '0x655C406EBFa14EE2006250925e54ec43AD184f8B'],
  [11155111, '0x1238536071E1c677A632429e3655c799b22cDA52'],
]);

/** The action contracts of a chain. */
export function findActionContracts(chainId: number): ActionContracts {
  const pools = AAVE_POOLS.get(chainId);
  const manager = POSITION_MANAGERS.get(chainId);
  return {
    aavePools: pools === undefined ? null : new Set(pools.map((pool) => pool.toLowerCase())),
    positionManagers: new Set(manager === undefined ? [] : [manager.toLowerCase()]),
  };
}
