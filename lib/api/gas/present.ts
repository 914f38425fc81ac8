import { formatUnits } from 'viem';
import { type AddressMap, presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import type { BlockRow } from '@/lib/api/block/query';
import { presentPriceSource } from '@/lib/api/price/present';
import { presentCall } from '@/lib/api/transaction/call-present';
import { statusOf } from '@/lib/api/transaction/outcome-present';
import type { TransactionContext } from '@/lib/api/transaction/present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { presentQuantity, presentTimestamp, toBigint } from '@/lib/api/values';
import type { GasPrice } from '@/lib/endpoints/chain-stats';
import { type BlockGas, GAS_ACTIONS, type GasPrices } from '@/lib/endpoints/gas';
import { type BaseFeeBlock, nextBaseFee } from '@/lib/evm/base-fee';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import type { GasSample } from './loader';

const TRANSFER_GAS = 21_000n;
const COIN_DECIMALS = 18;

/** Presents what gas costs, and who used it. */
export function presentGasPrices(sample: GasSample, addresses: AddressMap): GasPrices | undefined {
  const { blocks, paid } = sample;
  const [latest] = blocks;
  if (latest === undefined) return undefined;
  const fees = paid.fees;
  return {
    block_number: latest.number,
    timestamp: presentTimestamp(latest.timestamp),
    base_fee_per_gas: latest.base_fee_per_gas,
    next_base_fee_per_gas: presentQuantity(nextBaseFee(withBaseFee(blocks)) ?? null),
    priority_fees: fees && { slow: fees[0], average: fees[1], fast: fees[2] },
    exchange_rate: paid.coin_price?.price ?? null,
    exchange_rate_source: presentPriceSource(paid.coin_price),
    sampled_blocks: sample.sampledBlocks,
    sampled_transactions: paid.transactions,
    actions: GAS_ACTIONS.flatMap((name) =>
      sample.actions
        .filter(({ action }) => action === name)
        .map(({ gas_used, transactions }) => ({ name, gas_used, transactions_count: transactions })),
    ),
    consumers: sample.consumers.map(({ address, gas_used, transactions }) => ({
      address: presentAddress(address, addresses),
      gas_used,
      transactions_count: transactions,
    })),
    blocks: blocks.map((row) => ({
      height: row.number,
      timestamp: presentTimestamp(row.timestamp),
      base_fee_per_gas: row.base_fee_per_gas,
      gas_used: row.gas_used,
      gas_limit: row.gas_limit,
      transactions_count: row.transactions_count,
    })),
  };
}

/** Presents what gas costs at three speeds: the base fee of the next block, and what was paid above it. */
export function presentGasOracle({
  blocks,
  paid,
}: GasSample): Readonly<Record<'slow' | 'average' | 'fast', GasPrice>> | null {
  if (paid.fees === null) return null;
  const baseFee = nextBaseFee(withBaseFee(blocks)) ?? toBigint(blocks[0]?.base_fee_per_gas ?? null);
  const [slow, average, fast] = paid.fees;
  const rate = paid.coin_price?.price ?? null;
  return {
    slow: presentGasPrice(slow, baseFee, rate),
    average: presentGasPrice(average, baseFee, rate),
    fast: presentGasPrice(fast, baseFee, rate),
  };
}

/** Where blocks have no base fee, what was paid is the whole price. */
function presentGasPrice(paid: string, baseFee: bigint | null, rate: string | null): GasPrice {
  return {
    price: toGwei(BigInt(paid) + (baseFee ?? 0n)),
    time: null,
    base_fee: baseFee === null ? null : toGwei(baseFee),
    priority_fee: baseFee === null ? null : toGwei(BigInt(paid)),
    priority_fee_wei: baseFee === null ? null : paid,
    fiat_price: rate === null ? null : presentTransferFee(BigInt(paid) + (baseFee ?? 0n), rate),
  };
}

/** Dollars for a transfer of the coin. */
function presentTransferFee(price: bigint, rate: string): string {
  const [whole = '', fraction = ''] = rate.split('.');
  return formatUnits(price * TRANSFER_GAS * BigInt(whole + fraction), COIN_DECIMALS + fraction.length);
}

function toGwei(wei: bigint): number {
  return Number(wei) / 1e9;
}

/** The newest blocks that have a base fee, oldest first: a chain's first ones may have none. */
function withBaseFee(blocks: readonly BlockRow[]): BaseFeeBlock[] {
  const found: BaseFeeBlock[] = [];
  for (const { base_fee_per_gas, gas_used, gas_limit } of blocks) {
    if (base_fee_per_gas === null) break;
    found.push({ baseFee: BigInt(base_fee_per_gas), gasUsed: BigInt(gas_used), gasLimit: BigInt(gas_limit) });
  }
  return found.reverse();
}

/** Presents the transactions that used the gas of a block. */
export function presentBlockGas(
  block: BlockRow,
  rows: readonly TransactionRow[],
  context: TransactionContext,
): BlockGas {
  return {
    block_number: block.number,
    gas_used: block.gas_used,
    gas_limit: block.gas_limit,
    transactions_count: block.transactions_count,
    items: rows.map((row) => ({
      hash: bufferToHex(row.hash),
      position: row.index,
      from: bufferToAddress(row.from_address),
      to: presentOptionalAddress(row.to_address ?? row.created_contract, context.addresses),
      method: presentCall(row, context).method,
      status: statusOf(row),
      gas_used: row.gas_used,
      fhe_operations_count: row.fhe_operations_count,
    })),
  };
}
