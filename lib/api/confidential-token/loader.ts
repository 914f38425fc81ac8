import { loadIndexerState } from '@/lib/api/address/mention-loader';
import { listVerifications } from '@/lib/api/fhe-handle/details-query';
import type { CallContext } from '@/lib/api/implement';
import { findTokens } from '@/lib/api/token/query';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { bufferToBigint, hexToBuffer } from '@/lib/evm/hex';
import { addressToWord, readWord, WORD, wordToAddress } from '@/lib/evm/words';
import { isVerifiedValue } from '@/lib/fhe/cleartext';
import { type Leg, pairLegs, type Settlement } from '@/lib/fhe/erc20-legs';
import { readTokenEvent, type TokenEvent } from '@/lib/fhe/token-event';
import { type ConfidentialLogRow, findUsable, listSettled, MAX_SETTLED, type SettledRow } from './query';

const SUPPLY = hexToBuffer('0x54095227');
const UNDERLYING = hexToBuffer('0x6f307dc3');
const RATE = hexToBuffer('0x2c4e722e');
const BALANCE_OF = hexToBuffer('0x70a08231');
const UNSET = Buffer.alloc(WORD);

/** What a confidential token's contract says of itself after a block; `height` null: no node answered, or not all. */
export type Claims = Readonly<{
  height: number | null;
  /** Null: none was set yet. Undefined: the contract has no such function. */
  supply: Buffer | null | undefined;
  underlying: Buffer | undefined;
  rate: bigint | undefined;
  /** What the underlying token says that the contract holds. */
  held: bigint | undefined;
  /** Whether the underlying token is known as an ERC-20 token. */
  isErc20: boolean;
}>;

/** Asks a confidential token's contract for its supply and underlying token. */
export async function loadClaims(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  wrapper: Buffer,
): Promise<Claims> {
  const height = (await loadIndexerState(db))?.tip_number ?? 0;
  const ask = async (calls: readonly Readonly<{ to: Buffer; data: Buffer }>[]) =>
    (await services.accountState.calls(db.chainId, calls, height)).map((outcome) => ({
      isAnswered: outcome?.kind === 'returned' || outcome?.kind === 'reverted',
      word: outcome?.kind === 'returned' ? readWord(outcome.output, 0) : undefined,
    }));
  const [supply, underlying, rate] = await ask(
    [SUPPLY, UNDERLYING, RATE].map((data) => ({ to: wrapper, data })),
  );
  const address = wordToAddress(underlying?.word);
  const token = address?.some((byte) => byte !== 0) ? address : undefined;
  const [[held], [row]] = token
    ? await Promise.all([
        ask([{ to: token, data: Buffer.concat([BALANCE_OF, addressToWord(wrapper)]) }]),
        findTokens(db, [token]),
      ])
    : [[], []];
  return {
    height: [supply, underlying, rate].every((one) => one?.isAnswered === true) ? height : null,
    supply: supply?.word?.equals(UNSET) ? null : supply?.word,
    underlying: token,
    rate: rate?.word && bufferToBigint(rate.word),
    held: held?.word && bufferToBigint(held.word),
    isErc20: row?.type === 'ERC-20',
  };
}

/** A log with what is known of its amount, in the smallest units. */
export type LoadedChange = Readonly<{
  row: ConfidentialLogRow;
  event: TokenEvent;
  erc20: bigint | undefined;
  amount: Readonly<{ value: bigint; certainty: 'erc20' | 'verified' | 'reported' }> | undefined;
}>;

type Sources = Readonly<{
  wrapper: Buffer;
  claims: Claims;
  acls: readonly Buffer[];
  verifiers: readonly Buffer[];
}>;

/** Finds out the amounts that logs of a token are about; malformed logs are left out. */
export async function loadChanges(
  db: Database,
  rows: readonly ConfidentialLogRow[],
  { wrapper, claims, acls, verifiers }: Sources,
): Promise<LoadedChange[]> {
  const read = rows.flatMap((row) => {
    const event = readTokenEvent(toLog(row));
    return event ? [{ row, event }] : [];
  });
  const [legs, usable] = await Promise.all([
    loadLegs(db, read, { wrapper, claims }),
    findUsable(db, wrapper, { acls, handles: read.map(({ event }) => event.handle) }),
  ]);
  const { rate = 0n } = claims;
  const changes: LoadedChange[] = [];
  // one at a time: together they would take all connections
  for (const { row, event } of read) {
    const erc20 = legs.get(keyOf(row));
    const isUsable = usable.some((one) => one.equals(event.handle));
    const amount = isUsable ? await loadAmount(db, { row, event }, { erc20, rate, verifiers }) : undefined;
    changes.push({ row, event, erc20, amount });
  }
  return changes;
}

type Known = Readonly<{ erc20: bigint | undefined; rate: bigint; verifiers: readonly Buffer[] }>;

/** The amount of a handle that the token may use: of any other it can say what it wants. */
async function loadAmount(
  db: Database,
  { row, event: { handle, told } }: Pick<LoadedChange, 'row' | 'event'>,
  { erc20, rate, verifiers }: Known,
): Promise<LoadedChange['amount']> {
  const value = told && bufferToBigint(told);
  if (erc20 !== undefined) return { value: value ?? erc20 / rate, certainty: 'erc20' };
  if (told === null || value === null) return undefined;
  const inputs = await listVerifications(db, row, verifiers);
  const isVerified = inputs.some((input) => isVerifiedValue(input, handle, told));
  return { value, certainty: isVerified ? 'verified' : 'reported' };
}

/** What the underlying token moved with mints and unwraps. */
async function loadLegs(
  db: Database,
  read: readonly Pick<LoadedChange, 'row' | 'event'>[],
  { wrapper, claims }: Pick<Sources, 'wrapper' | 'claims'>,
): Promise<ReadonlyMap<string, bigint>> {
  const { underlying, rate, isErc20 } = claims;
  if (underlying === undefined || !isErc20 || rate === undefined || rate === 0n) return new Map();
  const settling = read.filter(({ event: { kind } }) => kind === 'mint' || kind === 'unwrap');
  const settled = await listSettled(
    db,
    settling.map(({ row }) => row),
    { wrapper, underlying },
  );
  const byTransaction = new Map<string, SettledRow[]>();
  for (const row of settled) {
    const key = `${row.block_number}/${row.transaction_index}`;
    byTransaction.set(key, [...(byTransaction.get(key) ?? []), row]);
  }
  const pairs = [...byTransaction.values()].flatMap((rows) => {
    const legs = rows.flatMap((row) => toLeg(row, wrapper));
    const settlements = rows.flatMap((row) => toSettlement(row, wrapper));
    if (legs.length >= MAX_SETTLED || settlements.length >= MAX_SETTLED) return [];
    return [...pairLegs(legs, settlements, rate)].map(([log_index, amount]) => {
      const { block_number = 0 } = rows[0] ?? {};
      return [keyOf({ block_number, log_index }), amount] as const;
    });
  });
  return new Map(pairs);
}

type LogKey = Readonly<{ block_number: number; log_index: number }>;
const keyOf = ({ block_number, log_index }: LogKey) => `${block_number}/${log_index}`;

function toLeg({ log_index, amount, from_address, to_address }: SettledRow, wrapper: Buffer): Leg[] {
  if (amount === null || from_address === null || to_address === null) return [];
  const isOut = from_address.equals(wrapper);
  const account = (isOut ? to_address : from_address).toString('hex');
  return [{ logIndex: log_index, side: isOut ? 'out' : 'in', account, amount: BigInt(amount) }];
}

function toSettlement({ amount, ...row }: SettledRow, wrapper: Buffer): Settlement[] {
  const event = amount === null ? readTokenEvent(toLog({ ...row, address: wrapper })) : undefined;
  if (!event?.account || (event.kind !== 'mint' && event.kind !== 'unwrap')) return [];
  const paid = event.told && bufferToBigint(event.told);
  // a payment whose data is cut short tells no amount
  if (event.kind === 'unwrap' && paid === null) return [];
  return [{ logIndex: row.log_index, account: event.account.toString('hex'), paid }];
}

type Columns = 'log_index' | 'address' | 'topic0' | 'topic1' | 'topic2' | 'topic3' | 'data';

function toLog(row: Pick<Row<'logs'>, Columns>): EvmLog {
  const { log_index: logIndex, address, data } = row;
  const topics = [row.topic0, row.topic1, row.topic2, row.topic3].flatMap((topic) => topic ?? []);
  return { logIndex, address, topics, data };
}
