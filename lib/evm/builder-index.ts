/** A validator's index with this bit is one of a builder, counted apart (BUILDER_INDEX_FLAG of EIP-7732). */
export const BUILDER_FLAG = 2n ** 40n;

/** The index of the builder that a withdrawal's validator index stands for; undefined for a validator. */
export function readBuilderIndex(validatorIndex: number | bigint): bigint | undefined {
  const index = BigInt(validatorIndex);
  return (index & BUILDER_FLAG) === 0n ? undefined : index ^ BUILDER_FLAG;
}
