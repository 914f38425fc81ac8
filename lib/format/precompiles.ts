/** Precompiled contracts of Ethereum by number, as their proposals name them. */
const PRECOMPILES: Readonly<Record<number, string>> = {
  1: 'ecrecover',
  2: 'SHA2-256',
  3: 'RIPEMD-160',
  4: 'identity',
  5: 'modexp',
  6: 'ecAdd',
  7: 'ecMul',
  8: 'ecPairing',
  9: 'blake2f',
  10: 'point evaluation',
  11: 'BLS12_G1ADD',
  12: 'BLS12_G1MSM',
  13: 'BLS12_G2ADD',
  14: 'BLS12_G2MSM',
  15: 'BLS12_PAIRING_CHECK',
  16: 'BLS12_MAP_FP_TO_G1',
  17: 'BLS12_MAP_FP2_TO_G2',
  256: 'P256VERIFY',
};

/** The name of a precompiled contract; undefined for other addresses. */
export function namePrecompile(address: string): string | undefined {
  const digits = /^0x0{36}([0-9a-fA-F]{4})$/.exec(address)?.[1];
  return digits === undefined ? undefined : PRECOMPILES[Number.parseInt(digits, 16)];
}
