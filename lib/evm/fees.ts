/** Fee inputs in wei and gas; null where the node has no value. */
export type FeeSource = Readonly<{
  gasLimit: bigint;
  gasUsed: bigint | null;
  gasPrice: bigint | null;
  effectiveGasPrice: bigint | null;
  maxFeePerGas: bigint | null;
  maxPriorityFeePerGas: bigint | null;
  baseFeePerGas: bigint | null;
  /** L1 and operator fees from an OP-stack receipt, in wei. */
  l1Fee: bigint | null;
  operatorFee: bigint | null;
}>;

/** `actual` once gas used is known, before that `maximum`; `value` in wei, null without a price. */
type TransactionFee = { type: 'actual' | 'maximum'; value: bigint | null };

type PriorityPrice = Pick<FeeSource, 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'baseFeePerGas'>;

/** Gas price (effective, else signed, else per EIP-1559) × gas, plus L1 and operator fees. */
export function transactionFee(source: FeeSource): TransactionFee {
  const { gasLimit, gasUsed, gasPrice } = source;
  if (gasUsed === null)
    return { type: 'maximum', value: addRollupFees(source, multiply(gasPrice, gasLimit)) };
  return { type: 'actual', value: addRollupFees(source, multiply(paidGasPrice(source), gasUsed)) };
}

/** Effective gas price in wei, null when the node has no price. */
export function paidGasPrice(
  source: Omit<FeeSource, 'gasLimit' | 'gasUsed' | 'l1Fee' | 'operatorFee'>,
): bigint | null {
  if (source.effectiveGasPrice !== null) return source.effectiveGasPrice;
  if (source.gasPrice !== null) return source.gasPrice;
  const priority = priorityPrice(source);
  return priority === null || source.baseFeePerGas === null ? null : priority + source.baseFeePerGas;
}

/** Priority fee paid in wei; null unless EIP-1559 and mined. */
export function priorityFee(source: PriorityPrice & Pick<FeeSource, 'gasUsed'>): bigint | null {
  return multiply(priorityPrice(source), source.gasUsed);
}

/** Burnt fees in wei: base fee × gas used. Null for legacy transactions (upstream rule), 0n when max fee is 0. */
export function burntFee({
  maxFeePerGas,
  baseFeePerGas,
  gasUsed,
}: Pick<FeeSource, 'maxFeePerGas' | 'baseFeePerGas' | 'gasUsed'>): bigint | null {
  const burnt = multiply(baseFeePerGas, gasUsed);
  if (maxFeePerGas === null || burnt === null) return null;
  return maxFeePerGas === 0n ? 0n : burnt;
}

function priorityPrice({ maxFeePerGas, maxPriorityFeePerGas, baseFeePerGas }: PriorityPrice): bigint | null {
  if (maxFeePerGas === null || maxPriorityFeePerGas === null || baseFeePerGas === null) return null;
  const headroom = maxFeePerGas - baseFeePerGas;
  return maxPriorityFeePerGas < headroom ? maxPriorityFeePerGas : headroom;
}

function addRollupFees({ l1Fee, operatorFee }: FeeSource, fee: bigint | null): bigint | null {
  return fee === null ? null : fee + (l1Fee ?? 0n) + (operatorFee ?? 0n);
}

function multiply(price: bigint | null, gas: bigint | null): bigint | null {
  return price === null || gas === null ? null : price * gas;
}
