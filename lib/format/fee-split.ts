/** Parts of a fee in wei; `other` are a rollup's L1 and operator fees. */
export type FeeSplit = Readonly<{ burnt: bigint; priority: bigint; other: bigint }>;

/** Splits an actual fee; undefined when base fee or gas is unknown, or contradicts the fee. */
export function splitFee(fees: {
  fee: bigint;
  gasUsed: bigint | undefined;
  baseFeePerGas: bigint | undefined;
  other: bigint;
}): FeeSplit | undefined {
  const { fee, gasUsed, baseFeePerGas, other } = fees;
  if (gasUsed === undefined || baseFeePerGas === undefined) return undefined;
  const burnt = gasUsed * baseFeePerGas;
  const priority = fee - burnt - other;
  return priority < 0n || burnt < 0n || other < 0n ? undefined : { burnt, priority, other };
}
