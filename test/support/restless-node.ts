import { toEventSelector } from 'viem/utils';
import type { Send } from '@/lib/rpc/failover';
import type { Size } from '../synthetic/cast';
import { word } from '../synthetic/events';
import { answerOrRefuse } from '../synthetic/node';

const FIRST_TIMESTAMP = 1_600_000_000;
const HOURS = 3_600;
const DAYS_OF_BLOCKS = 40;
const UPGRADED = toEventSelector('Upgraded(address)');
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');

/**
 * A synthetic node whose chain is hard to cut into parts: a few contracts are created again and again, sums of transfers
 * cross zero, tokens change their standard, proxies are upgraded, and the days of blocks are in no order. It is asked for nothing that it does not know.
 */
export function answerRestlessly(size: Size): Send {
  const answer = answerOrRefuse(size);
  return async (method, params) => {
    const answered: unknown = await answer(method, params);
    const changed: unknown = structuredClone(answered);
    if (method === 'eth_getBlockByNumber') changeTime(changed);
    if (method === 'eth_getBlockReceipts' && Array.isArray(changed))
      for (const [at, receipt] of changed.entries()) changeLogs(receipt, at, Number(params[0]));
    if (typeof params[0] === 'string') createAgain(Number(params[0]), changed);
    return changed;
  };
}

/** The second transaction of every other block creates one of three contracts: `told` is a block, its receipts or traces. */
function createAgain(height: number, told: unknown): void {
  const contract = `0xc0${String(height % 3).padStart(38, '7')}`;
  if (height % 2 === 0 || typeof told !== 'object' || told === null) return;
  const transactions = 'transactions' in told ? told.transactions : told;
  const second: unknown = Array.isArray(transactions) ? transactions[1] : undefined;
  if (typeof second !== 'object' || second === null) return;
  if ('result' in second)
    second.result = { ...Object(second.result), type: 'CREATE', to: contract, calls: [] };
  else if ('contractAddress' in second) second.contractAddress = contract;
  else if ('to' in second) second.to = null;
}

function changeTime(block: unknown): void {
  if (typeof block !== 'object' || block === null || !('number' in block) || !('timestamp' in block)) return;
  const days = (Number(block.number) * 7) % DAYS_OF_BLOCKS;
  block.timestamp = `0x${(FIRST_TIMESTAMP + days * 10 * HOURS).toString(16)}`;
}

/** From there on transfers of some fungible tokens are those of NFTs. */
const OTHER_TYPE_FROM = 15;

/** Amounts are 1, few NFTs move again and again, and the last log of each third transaction is an upgrade. */
function changeLogs(receipt: unknown, at: number, height: number): void {
  if (typeof receipt !== 'object' || receipt === null || !('logs' in receipt) || !Array.isArray(receipt.logs))
    return;
  for (const log of receipt.logs) {
    if (log.topics.length === 3 && log.data.length === 66) log.data = `0x${word(1)}`;
    if (log.topics[0] === TRANSFER && log.data !== '0x' && at === 2 && height >= OTHER_TYPE_FROM)
      Object.assign(log, { topics: [...log.topics, `0x${word(1)}`], data: '0x' });
    if (log.topics.length === 4 && log.data === '0x')
      log.topics = [...log.topics.slice(0, 3), `0x${word(Number(BigInt(log.topics[3]) % 5n))}`];
  }
  const last = receipt.logs.at(-1);
  if (last && at % 3 === 0) last.topics = [UPGRADED, `0x${word(1)}`];
}
