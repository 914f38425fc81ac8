import {
  DEPOSIT_TOPIC,
  decodeTransfers,
  type EvmLog,
  type TokenTransfer,
  WITHDRAWAL_TOPIC,
} from '@/lib/evm/decode-transfers';
import type { TokenTransferRow } from './query';

/** Of one batch. */
const MAX_IDS = 1_000;

/** The token transfers of logs that are not indexed, a row per ID of a batch, at most so many. */
export function toTransferRows(logs: readonly EvmLog[], limit: number): TokenTransferRow[] {
  const topics = new Map(logs.map(({ logIndex, topics: [topic] }) => [logIndex, topic]));
  return decodeTransfers(logs)
    .slice(0, limit)
    .flatMap((transfer) => {
      const topic = topics.get(transfer.logIndex);
      const isWrap = topic?.equals(DEPOSIT_TOPIC) === true || topic?.equals(WITHDRAWAL_TOPIC) === true;
      return spread(transfer).map((moved) => ({
        ...{ log_index: transfer.logIndex, token_address: transfer.token, token_type: transfer.tokenType },
        ...{ from_address: transfer.from, to_address: transfer.to, is_wrap: isWrap },
        ...{ encrypted_amount: transfer.encryptedAmount, ...moved },
      }));
    })
    .slice(0, limit);
}

/** The IDs and amounts of a transfer, as stored ones are listed: the last of a batch first. Equal IDs are added up. */
function spread({ tokenIds, amounts, amount }: TokenTransfer) {
  if (tokenIds === null || tokenIds.length === 0) {
    const value = amount ?? amounts?.[0];
    return [{ token_id: null, value: value === undefined ? null : String(value), index_in_batch: null }];
  }
  const sums = new Map<bigint, { value: bigint | null; at: number }>();
  for (const [at, id] of tokenIds.slice(0, MAX_IDS).entries()) {
    const [known, more] = [sums.get(id), amounts?.[at] ?? null];
    sums.set(id, { at: known?.at ?? at, value: more === null ? null : (known?.value ?? 0n) + more });
  }
  return [...sums].reverse().map(([id, { value, at }]) => ({
    token_id: String(id),
    value: value === null ? null : String(value),
    index_in_batch: tokenIds.length === 1 ? null : at,
  }));
}
