/** Where a fee went, in wei. `other` is what a rollup took for the layer below and for its operator. */
export type FeeSplit = Readonly<{ burnt: bigint; tip: bigint; other: bigint }>;

/**
 * Splits an actual fee into what the base fee burnt (base fee per gas × gas used), other fees, and the tip that is
 * left. Undefined when the base fee or the gas is not known, or when they contradict the fee.
 */
export function splitFee(fees: {
  fee: bigint;
  gasUsed: bigint | undefined;
  baseFeePerGas: bigint | undefined;
  other: bigint;
}): FeeSplit | undefined {
  const { fee, gasUsed, baseFeePerGas, other } = fees;
  if (gasUsed === undefined || baseFeePerGas === undefined) return undefined;
  const burnt = gasUsed * baseFeePerGas;
  const tip = fee - burnt - other;
  return tip < 0n || burnt < 0n || other < 0n ? undefined : { burnt, tip, other };
}
