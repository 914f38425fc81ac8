import { describe, expect, test } from 'vitest';
import { burntFee, type FeeSource, paidGasPrice, priorityFee, transactionFee } from './fees';

const none: FeeSource = {
  gasLimit: 100_000n,
  gasUsed: null,
  gasPrice: null,
  effectiveGasPrice: null,
  maxFeePerGas: null,
  maxPriorityFeePerGas: null,
  baseFeePerGas: null,
  l1Fee: null,
  operatorFee: null,
};
const mined1559: FeeSource = {
  ...none,
  gasUsed: 21_000n,
  maxFeePerGas: 100n,
  maxPriorityFeePerGas: 5n,
  baseFeePerGas: 40n,
};

describe('the fee', () => {
  test('before mining is the most it may become, unknown without a price', () => {
    expect(transactionFee(none)).toEqual({ type: 'maximum', value: null });
    expect(transactionFee({ ...none, gasPrice: 7n })).toEqual({ type: 'maximum', value: 700_000n });
    expect(transactionFee({ ...none, gasPrice: 0n })).toEqual({ type: 'maximum', value: 0n });
  });

  test('after mining is what was paid', () => {
    const paid = { ...mined1559, gasPrice: 99n, effectiveGasPrice: 45n };
    expect(transactionFee(paid)).toEqual({ type: 'actual', value: 945_000n });
  });

  test('falls back to the transaction’s price, then to the one of EIP-1559', () => {
    expect(transactionFee({ ...none, gasPrice: 2n, gasUsed: 3n })).toEqual({ type: 'actual', value: 6n });
    expect(transactionFee(mined1559)).toEqual({ type: 'actual', value: 945_000n });
    expect(transactionFee({ ...none, gasUsed: 3n })).toEqual({ type: 'actual', value: null });
  });

  test('includes what an OP-stack chain charges for data and operator, also when gas is free', () => {
    const source = { ...none, gasUsed: 10n, effectiveGasPrice: 2n, l1Fee: 500n, operatorFee: 7n };
    expect(transactionFee(source).value).toBe(527n);
    expect(transactionFee({ ...source, effectiveGasPrice: 0n, operatorFee: null }).value).toBe(500n);
  });

  test('an effective price of 0 is a price', () => {
    expect(paidGasPrice({ ...mined1559, gasPrice: 9n, effectiveGasPrice: 0n })).toBe(0n);
  });
});

describe('its parts', () => {
  test('the tip is capped by what the maximum leaves above the base fee', () => {
    expect(priorityFee(mined1559)).toBe(105_000n);
    expect(priorityFee({ ...mined1559, maxFeePerGas: 42n })).toBe(42_000n);
    expect(priorityFee({ ...mined1559, maxFeePerGas: 40n })).toBe(0n);
    expect(priorityFee({ ...mined1559, baseFeePerGas: null })).toBeNull();
    expect(priorityFee({ ...mined1559, gasUsed: null })).toBeNull();
    expect(priorityFee({ ...none, gasUsed: 1n, baseFeePerGas: 1n })).toBeNull();
  });

  test('the burnt part is the base fee, unknown for legacy transactions and 0 for free ones', () => {
    expect(burntFee(mined1559)).toBe(840_000n);
    expect(burntFee({ ...mined1559, maxFeePerGas: null })).toBeNull();
    expect(burntFee({ ...mined1559, maxFeePerGas: 0n })).toBe(0n);
    expect(burntFee({ ...mined1559, baseFeePerGas: 0n })).toBe(0n);
    expect(burntFee({ ...mined1559, gasUsed: null })).toBeNull();
  });
});
