import { SYSTEM_ADDRESS, TRANSFER_TOPIC } from '@/lib/evm/coin-logs';
import { WORD } from '@/lib/evm/words';
import { byteLiteral } from './log-topics';
import type { Fragment, Sql, Transaction } from './open-database';

/** The first word that is no address. */
const AFTER_ADDRESSES = Buffer.from(`${'00'.repeat(11)}01`, 'hex');
const CONDITION = [
  `l.address = ${byteLiteral(SYSTEM_ADDRESS)}`,
  `l.topic0 = ${byteLiteral(TRANSFER_TOPIC)}`,
  `l.topic1 < ${byteLiteral(AFTER_ADDRESSES)}`,
  `l.topic2 < ${byteLiteral(AFTER_ADDRESSES)}`,
  'l.topic3 is null',
  `octet_length(l.data) = ${WORD}`,
].join(' and ');

/**
 * The condition of the indexes `logs_coin_from` and `logs_coin_to`: that a log `l` is of a transfer of coin, from the
 * address in `topic1` to that in `topic2`. Without parameters: a plan for any values can then use them.
 */
export function isCoinLog(sql: Sql | Transaction): Fragment {
  return sql.unsafe(CONDITION);
}
