import { broken } from './broken-proof';
import { decodeList, type RlpItem, toBytes, toInteger, toList } from './decode-rlp';
import { splitType } from './decode-transaction';

/** A log in a receipt. */
export type DecodedLog = Readonly<{ address: Buffer; topics: readonly Buffer[]; data: Buffer }>;

/** A decoded receipt. Before Byzantium it has the state root after the transaction, and no status. */
export type DecodedReceipt = Readonly<{
  type: number;
  status: 'success' | 'failure' | null;
  stateRoot: Buffer | null;
  /** Of this transaction and all before it in the block. */
  cumulativeGasUsed: bigint;
  logs: readonly DecodedLog[];
}>;

const HASH = 32;
const BLOOM = 256;
const MAX_TOPICS = 4;
/** Outcome, cumulative gas, bloom, logs; a deposit of the OP Stack has its nonce and a version after them. */
const FIELDS = 4;
const DEPOSIT_FIELDS = 6;

/** Decodes a receipt as in a block. Throws AppError `proof` when it is not encoded as receipts are. */
export function decodeReceipt(encoded: Uint8Array): DecodedReceipt {
  const { type, rlp } = splitType(encoded);
  const fields = decodeList(rlp, 'the receipt');
  if (fields.length !== FIELDS && fields.length !== DEPOSIT_FIELDS)
    throw broken(`a receipt with ${fields.length} fields`);
  const [outcome, gas, bloom, logs] = fields;
  toBytes(bloom, 'the bloom of the receipt', BLOOM);
  return {
    type,
    ...decodeOutcome(outcome),
    cumulativeGasUsed: toInteger(gas, 'the gas of the receipt'),
    logs: toList(logs, 'the list of logs').map(decodeLog),
  };
}

function decodeOutcome(item: RlpItem | undefined): Pick<DecodedReceipt, 'status' | 'stateRoot'> {
  const bytes = toBytes(item, 'the status of the receipt');
  if (bytes.length === HASH) return { status: null, stateRoot: bytes };
  const status = toInteger(item, 'the status of the receipt');
  if (status > 1n) throw broken('the status of the receipt is neither 0 nor 1');
  return { status: status === 1n ? 'success' : 'failure', stateRoot: null };
}

function decodeLog(item: RlpItem): DecodedLog {
  const [address, topics, data] = toList(item, 'a log');
  const list = toList(topics, 'the topics of a log');
  if (list.length > MAX_TOPICS) throw broken(`a log with ${list.length} topics`);
  return {
    address: toBytes(address, 'the address of a log', 20),
    topics: list.map((topic) => toBytes(topic, 'a topic', HASH)),
    data: toBytes(data, 'the data of a log'),
  };
}
