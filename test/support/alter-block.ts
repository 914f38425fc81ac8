import type { Draws } from '../synthetic/draws';

type Quantity = string | null | undefined;
type RawLog = { address: string; topics: string[]; data: string; logIndex: string };
type RawTransaction = {
  hash: string;
  from: string;
  to: string | null;
  value: string;
  input: string;
  authorizationList?: Record<string, string>[];
};
export type RawReceipt = {
  status?: Quantity;
  gasUsed: string;
  contractAddress: string | null;
  effectiveGasPrice?: Quantity;
  logs: RawLog[];
};
type RawWithdrawal = { address: string; amount: string };
export type RawBlock = {
  timestamp: string;
  miner: string;
  gasUsed: string;
  baseFeePerGas?: Quantity;
  transactions: RawTransaction[];
  withdrawals?: RawWithdrawal[];
};

/** A block as a node answers it, its receipts, and what else is on the chain. */
export type Answered = { block: RawBlock; receipts: RawReceipt[]; pool: Pool };
export type Pool = { addresses: string[]; logs: RawLog[] };

type Alteration = (answered: Answered, draws: Draws) => boolean;

const DAY = 86_400;
const toHex = (value: number | bigint) => `0x${value.toString(16)}`;
const pick = <T>(list: readonly T[], draws: Draws): T | undefined => list[draws.below(list.length)];
const toTopic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;

/** An address of the chain, or one that nobody has used. */
const anyone = ({ pool }: Answered, draws: Draws): string =>
  (draws.below(3) > 0 ? pick(pool.addresses, draws) : undefined) ?? `0x${draws.hex(20)}`;

const withLogs = ({ receipts }: Answered) => receipts.filter(({ logs }) => logs.length > 0);

function onLog(alter: (log: RawLog, answered: Answered, draws: Draws) => boolean): Alteration {
  return (answered, draws) => {
    const log = pick(
      withLogs(answered).flatMap(({ logs }) => logs),
      draws,
    );
    return log !== undefined && alter(log, answered, draws);
  };
}

function onTransaction(
  alter: (
    transaction: RawTransaction,
    receipt: RawReceipt,
    more: { answered: Answered; draws: Draws },
  ) => boolean,
): Alteration {
  return (answered, draws) => {
    const at = draws.below(answered.block.transactions.length);
    const [transaction, receipt] = [answered.block.transactions[at], answered.receipts[at]];
    return (
      transaction !== undefined && receipt !== undefined && alter(transaction, receipt, { answered, draws })
    );
  };
}

/** Lies about a block that leave its hash and place alone. Each is false where the block gives no occasion. */
export const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  'a log is left out': (answered, draws) => {
    const receipt = pick(withLogs(answered), draws);
    return (receipt?.logs.splice(draws.below(receipt.logs.length), 1).length ?? 0) > 0;
  },
  'all logs are left out': (answered) => {
    const receipts = withLogs(answered);
    for (const receipt of receipts) receipt.logs = [];
    return receipts.length > 0;
  },
  'a log of another block is added': ({ receipts, pool }, draws) => {
    const [log, last] = [pick(pool.logs, draws), receipts.at(-1)];
    if (!log || !last) return false;
    const { address, topics, data } = log;
    last.logs.push({ address, topics: [...topics], data, logIndex: toHex(10_000) });
    return true;
  },
  'the contract of a log': onLog((log, answered, draws) => {
    log.address = anyone(answered, draws);
    return true;
  }),
  'an address or id in the topics of a log': onLog((log, answered, draws) => {
    if (log.topics.length < 2) return false;
    const at = 1 + draws.below(log.topics.length - 1);
    log.topics[at] = draws.below(3) === 0 ? toTopic('0x00') : toTopic(anyone(answered, draws));
    return true;
  }),
  'the event of a log': onLog((log, { pool }, draws) => {
    const other = pick(pool.logs, draws);
    if (!other) return false;
    log.topics = [...other.topics];
    log.data = other.data;
    return true;
  }),
  'the data of a log': onLog((log, _, draws) => {
    if (log.data.length < 66) return false;
    log.data = `${log.data.slice(0, -4)}${draws.hex(2)}`;
    return true;
  }),
  'a status': onTransaction((_, receipt) => {
    receipt.status = receipt.status === '0x0' ? '0x1' : '0x0';
    return true;
  }),
  'a value': onTransaction((transaction, _, { draws }) => {
    transaction.value = toHex(draws.below(1_000_000));
    return true;
  }),
  'a sender': onTransaction((transaction, _, { answered, draws }) => {
    transaction.from = anyone(answered, draws);
    return true;
  }),
  'a recipient': onTransaction((transaction, _, { answered, draws }) => {
    if (transaction.to === null) return false;
    transaction.to = anyone(answered, draws);
    return true;
  }),
  'an input': onTransaction((transaction, _, { draws }) => {
    transaction.input = transaction.input === '0x' ? `0x${draws.hex(4)}` : '0x';
    return true;
  }),
  'a created contract': onTransaction((transaction, receipt, { answered, draws }) => {
    if (transaction.to !== null) return false;
    receipt.contractAddress = draws.below(3) === 0 ? null : anyone(answered, draws);
    return true;
  }),
  'a call becomes a creation': onTransaction((transaction, receipt, { answered, draws }) => {
    if (transaction.to === null) return false;
    transaction.to = null;
    receipt.contractAddress = anyone(answered, draws);
    return true;
  }),
  'gas and price': onTransaction((_, receipt, { draws }) => {
    receipt.gasUsed = toHex(draws.below(90_000));
    receipt.effectiveGasPrice = toHex(draws.below(90_000));
    return true;
  }),
  'an authorization is left out': onTransaction((transaction) => {
    return (transaction.authorizationList?.splice(0, 1).length ?? 0) > 0;
  }),
  'the last transactions are left out': ({ block, receipts }, draws) => {
    if (block.transactions.length === 0) return false;
    const kept = draws.below(block.transactions.length);
    block.transactions.length = kept;
    receipts.length = kept;
    return true;
  },
  'the time': ({ block }, draws) => {
    block.timestamp = toHex(Math.max(0, Number(block.timestamp) + (draws.below(9) - 4) * DAY));
    return true;
  },
  'the miner': (answered, draws) => {
    answered.block.miner = anyone(answered, draws);
    return true;
  },
  'gas and base fee of the header': ({ block }, draws) => {
    block.gasUsed = toHex(draws.below(90_000));
    block.baseFeePerGas = draws.below(2) === 0 ? null : toHex(draws.below(90_000));
    return true;
  },
  'a withdrawal is left out or changed': (answered, draws) => {
    const list = answered.block.withdrawals ?? [];
    const withdrawal = pick(list, draws);
    if (!withdrawal) return false;
    if (draws.below(2) === 0) list.splice(list.indexOf(withdrawal), 1);
    else Object.assign(withdrawal, { address: anyone(answered, draws), amount: toHex(draws.below(999)) });
    return true;
  },
};
