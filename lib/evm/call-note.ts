import { type AbiEvent, parseAbi } from 'viem';
import { type DecodedLog, decodeLog } from './abi';
import { hexToBuffer } from './hex';
import { WORD, wordToAddress } from './words';
import { ZERO_ADDRESS } from './zero-address';

type LogData = Readonly<{ topics: readonly Buffer[]; data: Buffer }>;

/**
 * The anonymous events by which contracts log incoming calls (ds-note): MakerDAO's vat, its other contracts, those on
 * DappHub's libraries, Balancer's first pools. A second topic that is an address is who called; the others are the first
 * words of the arguments.
 */
const NOTES = parseAbi([
  'event LogNote(bytes4 indexed sig, bytes32 indexed arg1, bytes32 indexed arg2, bytes32 indexed arg3, bytes data)',
  'event LogNote(bytes4 indexed sig, address indexed usr, bytes32 indexed arg1, bytes32 indexed arg2, bytes data)',
  'event LogNote(bytes4 indexed sig, address indexed guy, bytes32 indexed foo, bytes32 indexed bar, uint256 wad, bytes fax)',
  'event LOG_CALL(bytes4 indexed sig, address indexed caller, bytes data)',
]).map((event): AbiEvent => ({ ...event, anonymous: true }));
const SELECTOR = 4;
const REST = Buffer.alloc(WORD - SELECTOR);

/**
 * The anonymous events that a log may be: it has no event topic, but its data contain a call whose selector and arguments
 * match its topics. Pure.
 */
export function listCallNotes(log: LogData): AbiEvent[] {
  if (!log.topics[0]?.subarray(SELECTOR).equals(REST)) return [];
  return NOTES.filter((event) => {
    const decoded = decodeLog(log, event);
    return decoded !== undefined && isNote(log.topics, decoded);
  });
}

function isNote([selector, ...topics]: readonly Buffer[], { parameters }: DecodedLog): boolean {
  const call = parameters.at(-1)?.value;
  const input = typeof call === 'string' ? hexToBuffer(call) : Buffer.alloc(0);
  if (input.length < SELECTOR || !selector?.subarray(0, SELECTOR).equals(input.subarray(0, SELECTOR)))
    return false;
  const hasCaller = parameters[1]?.type === 'address';
  if (hasCaller && wordToAddress(topics[0])?.equals(ZERO_ADDRESS) !== false) return false;
  return topics.slice(hasCaller ? 1 : 0).every((topic, at) => topic.equals(wordAt(input, at)));
}

/** An argument of a call as the EVM reads it: zeros where the call ends. */
function wordAt(input: Buffer, at: number): Buffer {
  const start = SELECTOR + at * WORD;
  return Buffer.concat([input.subarray(start, start + WORD), Buffer.alloc(WORD)], WORD);
}
