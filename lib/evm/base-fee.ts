/** The fields of a block that determine the next base fee; in gas and wei. */
export type BaseFeeBlock = Readonly<{ baseFee: bigint; gasUsed: bigint; gasLimit: bigint }>;

type Rule = Readonly<{ elasticity: bigint; denominator: bigint }>;

/** Parameters of EIP-1559 in use: Ethereum, Polygon PoS, and the OP Stack after and before Canyon. */
const RULES: readonly Rule[] = [
  { elasticity: 2n, denominator: 8n },
  { elasticity: 2n, denominator: 16n },
  { elasticity: 6n, denominator: 250n },
  { elasticity: 6n, denominator: 50n },
];

/** Steps that a rule must have predicted correctly before it is used. */
const MIN_STEPS = 4;

/**
 * The base fee in wei of the block after the last one (EIP-1559), by the parameters that reproduce every base fee of
 * `blocks` exactly; `blocks` are consecutive, oldest first. Undefined where no known parameters do, or with fewer than five blocks.
 */
export function nextBaseFee(blocks: readonly BaseFeeBlock[]): bigint | undefined {
  const last = blocks.at(-1);
  if (last === undefined || blocks.length <= MIN_STEPS) return undefined;
  const rule = RULES.find((candidate) => isRuleOf(candidate, blocks));
  return rule && step(rule, last);
}

function isRuleOf(rule: Rule, blocks: readonly BaseFeeBlock[]): boolean {
  return blocks.slice(1).every((block, index) => {
    const parent = blocks[index];
    return parent !== undefined && step(rule, parent) === block.baseFee;
  });
}

/** EIP-1559, "calc_base_fee". */
function step({ elasticity, denominator }: Rule, { baseFee, gasUsed, gasLimit }: BaseFeeBlock): bigint {
  const target = gasLimit / elasticity;
  if (target === 0n || gasUsed === target) return baseFee;
  const distance = gasUsed > target ? gasUsed - target : target - gasUsed;
  const change = (baseFee * distance) / target / denominator;
  if (gasUsed < target) return baseFee - change;
  return baseFee + (change === 0n ? 1n : change);
}
