import type { AddressMap } from '@/lib/api/address/present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import { isRecord } from '@/lib/evm/is-record';
import { nameSlots, type SlotVariable } from '@/lib/evm/name-slots';
import { addressToWord, WORD } from '@/lib/evm/words';
import { type LayoutRow, listLayouts, listTopics } from './layout-query';

/** Contracts whose slots are named, and words that are tried as keys of their mappings. */
const MAX_CONTRACTS = 10;
const MAX_KEYS = 40;
const MAX_LOGS = 20;
const MAX_INPUT_WORDS = 12;
const SELECTOR_LENGTH = 4;

/** The variables in a slot of a contract; none where its layout is not known. */
export type SlotNames = (address: Buffer, slot: bigint) => readonly SlotVariable[];

/**
 * Loads what the layouts of contracts call their slots, those of a proxy by the layout of its implementation. Keys of
 * mappings are found among the parties and arguments of the transaction, the topics of its logs and the contracts
 * themselves.
 */
export async function loadSlotNames(
  db: Database,
  contracts: readonly Readonly<{ address: Buffer; slots: readonly bigint[] }>[],
  { row, addresses }: Readonly<{ row: TransactionRow; addresses: AddressMap }>,
): Promise<SlotNames> {
  const codes = contracts.map(({ address }) => [
    ...(addresses.get(address.toString('hex'))?.implementations.map((run) => run.address) ?? []),
    address,
  ]);
  const layouts = new Map((await listLayouts(db, codes.flat())).map((one) => [keyOf(one.address), one]));
  if (layouts.size === 0) return () => [];
  const topics = await listTopics(db, row, MAX_LOGS);
  const told = splitWords(row.input.subarray(SELECTOR_LENGTH), MAX_INPUT_WORDS);
  const parties = [row.from_address, row.to_address, ...contracts.map(({ address }) => address)];
  const words = [...parties.flatMap((party) => (party ? [addressToWord(party)] : [])), ...told, ...topics];
  const keys = [...new Map(words.map((word) => [keyOf(word), word])).values()].slice(0, MAX_KEYS);
  const named = contracts.slice(0, MAX_CONTRACTS).map(({ address, slots }, at) => {
    const known = (codes[at] ?? []).flatMap((code) => layouts.get(keyOf(code)) ?? []);
    return [keyOf(address), nameSlots(readLayout(known[0]), slots, keys)] as const;
  });
  const names = new Map(named);
  return (address, slot) => names.get(keyOf(address))?.get(slot) ?? [];
}

function splitWords(bytes: Buffer, limit: number): Buffer[] {
  const count = Math.min(limit, Math.floor(bytes.length / WORD));
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * WORD, (at + 1) * WORD));
}

const keyOf = (bytes: Buffer) => bytes.toString('hex');

function readLayout(row: LayoutRow | undefined): unknown {
  if (!row) return undefined;
  try {
    const layout: unknown = JSON.parse(row.layout.toString('utf8'));
    return isRecord(layout) ? layout : undefined;
  } catch {
    return undefined;
  }
}
