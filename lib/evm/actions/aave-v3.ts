import { toEventSelector } from 'viem/utils';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { readUint, WORD, wordToAddress } from '@/lib/evm/words';
import { type FactLookup, formatTokenAmount, type TransactionAction } from './action';

/** A token amount: the topic with the token, and the data word with the amount. */
type Part = Readonly<{ prefix: '' | 'debt_' | 'collateral_'; topic: number; word?: number }>;

type Layout = Readonly<{
  type: string;
  signature: string;
  topics: number;
  words: number;
  parts: readonly Part[];
}>;

const LAYOUTS: readonly Layout[] = [
  {
    type: 'borrow',
    signature: 'Borrow(address,address,address,uint256,uint8,uint256,uint16)',
    topics: 4,
    words: 4,
    parts: [{ prefix: '', topic: 1, word: 1 }],
  },
  {
    type: 'supply',
    signature: 'Supply(address,address,address,uint256,uint16)',
    topics: 4,
    words: 2,
    parts: [{ prefix: '', topic: 1, word: 1 }],
  },
  {
    type: 'withdraw',
    signature: 'Withdraw(address,address,address,uint256)',
    topics: 4,
    words: 1,
    parts: [{ prefix: '', topic: 1, word: 0 }],
  },
  {
    type: 'repay',
    signature: 'Repay(address,address,address,uint256,bool)',
    topics: 4,
    words: 2,
    parts: [{ prefix: '', topic: 1, word: 0 }],
  },
  {
    type: 'flash_loan',
    signature: 'FlashLoan(address,address,address,uint256,uint8,uint256,uint16)',
    topics: 4,
    words: 4,
    parts: [{ prefix: '', topic: 2, word: 1 }],
  },
  {
    type: 'enable_collateral',
    signature: 'ReserveUsedAsCollateralEnabled(address,address)',
    topics: 3,
    words: 0,
    parts: [{ prefix: '', topic: 1 }],
  },
  {
    type: 'disable_collateral',
    signature: 'ReserveUsedAsCollateralDisabled(address,address)',
    topics: 3,
    words: 0,
    parts: [{ prefix: '', topic: 1 }],
  },
  {
    type: 'liquidation_call',
    signature: 'LiquidationCall(address,address,address,uint256,uint256,address,bool)',
    topics: 4,
    words: 4,
    parts: [
      { prefix: 'debt_', topic: 2, word: 0 },
      { prefix: 'collateral_', topic: 1, word: 1 },
    ],
  },
];

const LAYOUT_BY_TOPIC: ReadonlyMap<string, Layout> = new Map(
  LAYOUTS.map((layout) => [hexToBuffer(toEventSelector(layout.signature)).toString('latin1'), layout]),
);

/** First topics of the pool events that are actions. */
export const AAVE_TOPICS: readonly Buffer[] = LAYOUTS.map(({ signature }) =>
  hexToBuffer(toEventSelector(signature)),
);

/** True for a log with the first topic of an Aave v3 action. */
export function isAaveEvent(log: EvmLog): boolean {
  return LAYOUT_BY_TOPIC.has(log.topics[0]?.toString('latin1') ?? '');
}

/** The action of a pool event; undefined when it does not decode or token facts are missing (see the lookup). */
export function decodeAaveAction(
  log: EvmLog,
  blockNumber: number,
  facts: FactLookup,
): TransactionAction | undefined {
  const layout = LAYOUT_BY_TOPIC.get(log.topics[0]?.toString('latin1') ?? '');
  if (layout?.topics !== log.topics.length || log.data.length !== layout.words * WORD) return undefined;
  const parts = layout.parts.map((part) => readPart(log, part, facts));
  const data: Record<string, string | number | null> = {};
  for (const part of parts) {
    if (part === undefined) return undefined;
    Object.assign(data, part);
  }
  return { protocol: 'aave_v3', type: layout.type, data: { ...data, block_number: blockNumber } };
}

function readPart(log: EvmLog, { prefix, topic, word }: Part, facts: FactLookup) {
  const address = wordToAddress(log.topics[topic]);
  const token = address && facts.findToken(bufferToHex(address));
  if (!token) return undefined;
  const named = {
    [`${prefix}symbol`]: token.symbol,
    [`${prefix}address`]: bufferToAddress(address),
  };
  if (word === undefined) return named;
  const amount = readUint(log.data, word * WORD);
  if (amount === undefined) return undefined;
  return { [`${prefix}amount`]: formatTokenAmount(amount, token), ...named };
}
