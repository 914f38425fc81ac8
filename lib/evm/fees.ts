/** What a fee is computed from, wei and gas; null where the node gave nothing. */
export type FeeSource = Readonly<{
  gasLimit: bigint;
  gasUsed: bigint | null;
  gasPrice: bigint | null;
  effectiveGasPrice: bigint | null;
  maxFeePerGas: bigint | null;
  maxPriorityFeePerGas: bigint | null;
  baseFeePerGas: bigint | null;
  /** What the receipt of an OP-stack chain adds for data and operator, wei. */
  l1Fee: bigint | null;
  operatorFee: bigint | null;
}>;

/** `actual` once the gas used is known, before that the `maximum`; `value` in wei, null when no price is known. */
type TransactionFee = { type: 'actual' | 'maximum'; value: bigint | null };

type PriorityPrice = Pick<FeeSource, 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'baseFeePerGas'>;

/**
 * The fee of a transaction: price times gas, and the l1 and operator fees of an OP-stack receipt. The price is the
 * receipt's effective one, else the transaction's, else the one that EIP-1559 gives.
 */
export function transactionFee(source: FeeSource): TransactionFee {
  const { gasLimit, gasUsed, gasPrice } = source;
  if (gasUsed === null) return { type: 'maximum', value: withExtras(source, times(gasPrice, gasLimit)) };
  return { type: 'actual', value: withExtras(source, times(paidGasPrice(source), gasUsed)) };
}

/** Wei per gas that was paid, null when the node gave no price of any kind. */
export function paidGasPrice(
  source: Omit<FeeSource, 'gasLimit' | 'gasUsed' | 'l1Fee' | 'operatorFee'>,
): bigint | null {
  if (source.effectiveGasPrice !== null) return source.effectiveGasPrice;
  if (source.gasPrice !== null) return source.gasPrice;
  const priority = priorityPrice(source);
  return priority === null || source.baseFeePerGas === null ? null : priority + source.baseFeePerGas;
}

/** Wei that went to the block's producer above the base fee; null unless the transaction is EIP-1559 and mined. */
export function priorityFee(source: PriorityPrice & Pick<FeeSource, 'gasUsed'>): bigint | null {
  return times(priorityPrice(source), source.gasUsed);
}

/** Wei that were burnt: base fee times gas used. Null for legacy transactions too (upstream rule), 0n when the most they would pay is 0. */
export function burntFee({
  maxFeePerGas,
  baseFeePerGas,
  gasUsed,
}: Pick<FeeSource, 'maxFeePerGas' | 'baseFeePerGas' | 'gasUsed'>): bigint | null {
  const burnt = times(baseFeePerGas, gasUsed);
  if (maxFeePerGas === null || burnt === null) return null;
  return maxFeePerGas === 0n ? 0n : burnt;
}

function priorityPrice({ maxFeePerGas, maxPriorityFeePerGas, baseFeePerGas }: PriorityPrice): bigint | null {
  if (maxFeePerGas === null || maxPriorityFeePerGas === null || baseFeePerGas === null) return null;
  const room = maxFeePerGas - baseFeePerGas;
  return maxPriorityFeePerGas < room ? maxPriorityFeePerGas : room;
}

function withExtras({ l1Fee, operatorFee }: FeeSource, fee: bigint | null): bigint | null {
  return fee === null ? null : fee + (l1Fee ?? 0n) + (operatorFee ?? 0n);
}

function times(price: bigint | null, gas: bigint | null): bigint | null {
  return price === null || gas === null ? null : price * gas;
}
