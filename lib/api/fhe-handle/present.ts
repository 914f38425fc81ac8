import { type AddressMap, presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import { presentFheOperation } from '@/lib/api/fhe-operation/present';
import { presentTimestamp } from '@/lib/api/values';
import type { FheHandle, FheHandleEvent, FheOperationAt } from '@/lib/endpoints/fhe-handle';
import { bufferToBigint, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { readWord, WORD, wordToAddress } from '@/lib/evm/words';
import { formatCleartext } from '@/lib/fhe/cleartext';
import { readHandle } from '@/lib/fhe/handles';
import type { TransientRow } from './details-query';
import { isReceived } from './find-deployment';
import type { Erc20Leg, LoadedHandle, ToldValue } from './loader';
import type { HandleLogRow, HistoryRow, OperationAtRow } from './query';

const SELECTOR = 4;

type At = Pick<HandleLogRow, 'block_number' | 'log_index' | 'timestamp' | 'transaction_hash'>;

/** Where a log is. */
export function presentPosition({ block_number, log_index, timestamp, transaction_hash }: At) {
  return {
    block_number,
    log_index,
    timestamp: presentTimestamp(timestamp),
    transaction_hash: bufferToHex(transaction_hash),
  };
}

/** An operation with its transaction. */
export function presentOperationAt(row: OperationAtRow, addresses: AddressMap): FheOperationAt {
  const { timestamp, transaction_hash } = presentPosition(row);
  return { ...presentFheOperation(row, addresses), timestamp, transaction_hash };
}

/** The address in a topic; undefined for a topic that holds none. */
export function addressIn(topic: Buffer | null): Buffer | null {
  return wordToAddress(topic ?? undefined) ?? null;
}

/** What is known of a handle. */
export function presentHandle(
  loaded: LoadedHandle,
  addresses: AddressMap,
  below: number | null,
): FheHandle | undefined {
  const { handle, operation, input, opened, sources, counts } = loaded;
  const layout = readHandle(handle);
  if (layout === undefined) return undefined;
  return {
    handle: bufferToHex(handle),
    fhe_type: layout.fheType,
    version: layout.version,
    chain_id: String(layout.chainId),
    origin: originOf(loaded),
    input_index: layout.inputIndex,
    deployment: loaded.deployment?.name ?? null,
    operation: operation ? presentOperationAt(operation, addresses) : null,
    operations_count: counts.results,
    input: input ? presentInput(input, addresses) : null,
    uses_count: counts.uses,
    accounts_count: sources.accountsCount,
    are_accounts_counted: sources.areAllCounted,
    public_since: opened
      ? {
          caller: presentOptionalAddress(addressIn(opened.topic1), addresses),
          ...presentPosition(opened),
        }
      : null,
    cleartexts: presentCleartexts(loaded, addresses),
    public_amounts: loaded.legs.map((leg) => presentLeg(leg, addresses)),
    bridged: loaded.bridged.map((log) => presentBridged(log, handle, addresses)),
    transient_grants: loaded.transient.map((one) => presentTransient(one, addresses)),
    tokens: loaded.tokens.map((token) => presentAddress(token, addresses)),
    complete_since_block: below,
  };
}

/** The addresses that a handle's body mentions. */
export function mentionedBy(loaded: LoadedHandle): (Buffer | null)[] {
  const logs = [loaded.input, loaded.opened, ...loaded.bridged, ...loaded.values.map(({ log }) => log)];
  return [
    loaded.operation?.caller ?? null,
    loaded.executor ?? null,
    ...logs.flatMap((log) => (log ? [log.address, addressIn(log.topic1)] : [])),
    loaded.input ? (wordToAddress(readWord(loaded.input.data, WORD)) ?? null) : null,
    ...loaded.legs.flatMap(({ token, log }) => [token, log.address]),
    ...loaded.tokens,
    ...loaded.transient.flatMap((one) => [one.from_address, accountOf(one) ?? null]),
  ];
}

function originOf({ operation, input, bridged, handle }: LoadedHandle): FheHandle['origin'] {
  if (operation) return 'computed';
  if (input || readHandle(handle)?.inputIndex !== null) return 'input';
  return bridged.some((log) => isReceived(log, handle)) ? 'bridged' : 'unknown';
}

function presentInput(log: HandleLogRow, addresses: AddressMap): FheHandle['input'] {
  const user = wordToAddress(readWord(log.data, WORD));
  if (user === undefined) return null;
  return {
    user: presentAddress(user, addresses),
    contract: presentOptionalAddress(addressIn(log.topic1), addresses),
    ...presentPosition(log),
  };
}

const MAX_CLEARTEXTS = 6;

type Told = FheHandle['cleartexts'][number];

/** The values that logs tell of a handle, the most certain first. */
export function presentCleartexts(
  { operation, executor, values, handle }: LoadedHandle,
  addresses: AddressMap,
): FheHandle['cleartexts'] {
  const plaintext = operation?.operation === 'TrivialEncrypt' ? operation.plaintext : null;
  const exact: Told[] =
    !operation || plaintext === null || !executor
      ? []
      : [
          {
            value: formatCleartext(toWord(plaintext), handle),
            source: 'TrivialEncrypt',
            certainty: 'exact',
            contract: presentAddress(executor, addresses),
            ...presentPosition(operation),
          },
        ];
  const told = values.map(({ log, source, word, isVerified }: ToldValue) => ({
    value: formatCleartext(word, handle),
    source,
    certainty: isVerified ? ('verified' as const) : ('reported' as const),
    contract: presentAddress(log.address, addresses),
    ...presentPosition(log),
  }));
  return [...exact, ...told].slice(0, MAX_CLEARTEXTS);
}

const toWord = (decimal: string) =>
  hexToBuffer(
    `0x${BigInt(decimal)
      .toString(16)
      .padStart(2 * WORD, '0')}`,
  );

function presentLeg({ log, kind, token, amount }: Erc20Leg, addresses: AddressMap) {
  return {
    kind,
    token: presentAddress(token, addresses),
    amount,
    contract: presentAddress(log.address, addresses),
    ...presentPosition(log),
  };
}

const accountOf = ({ input }: TransientRow) => wordToAddress(readWord(input, SELECTOR + WORD));

function presentTransient(one: TransientRow, addresses: AddressMap): FheHandle['transient_grants'][number] {
  return {
    account: presentOptionalAddress(accountOf(one) ?? null, addresses),
    caller: presentAddress(one.from_address, addresses),
    block_number: one.block_number,
    timestamp: presentTimestamp(one.timestamp),
    transaction_hash: bufferToHex(one.transaction_hash),
  };
}

function presentBridged(
  log: HandleLogRow,
  handle: Buffer,
  addresses: AddressMap,
): FheHandle['bridged'][number] {
  const [first, second, third] = [0, 1, 2].map((index) => readWord(log.data, index * WORD));
  const received = isReceived(log, handle);
  const twin = log.kind === 'HandleBridged' ? (received ? first : second) : undefined;
  const chain = twin ? readHandle(twin)?.chainId : second && bufferToBigint(second);
  return {
    direction: received ? 'received' : 'sent',
    contract: presentAddress(log.address, addresses),
    app: presentOptionalAddress(addressIn(log.topic1), addresses),
    twin: twin ? bufferToHex(twin) : null,
    chain_id: chain === undefined ? null : String(chain),
    guid: bufferToHex(third ?? Buffer.alloc(WORD)),
    ...presentPosition(log),
  };
}

/** A log in the life of a handle. */
export function presentEvent(row: HistoryRow, addresses: AddressMap): FheHandleEvent {
  const { kind, operation } = row;
  const isOperation = kind === 'operand' || kind === 'result';
  const isTransfer = kind === 'ConfidentialTransfer';
  const optional = (bytes: Buffer | null) => presentOptionalAddress(bytes, addresses);
  return {
    role: isOperation ? kind : 'event',
    event: operation ?? kind,
    contract: presentAddress(row.address, addresses),
    caller: optional(callerOf(row)),
    account: optional(row.account),
    from: optional(isTransfer ? addressIn(row.topic1) : null),
    to: optional(isTransfer ? addressIn(row.topic2) : null),
    result: kind === 'operand' && row.result ? bufferToHex(row.result) : null,
    ...presentPosition(row),
  };
}

/** Who asked for it: what host contracts log as the caller. */
export function callerOf({
  kind,
  topic1,
  caller,
}: Pick<HistoryRow, 'kind' | 'topic1' | 'caller'>): Buffer | null {
  const isByHost = [
    'VerifyInput',
    'Allowed',
    'AllowedForDecryption',
    'BridgeHandle',
    'HandleBridged',
  ].includes(kind);
  return isByHost ? addressIn(topic1) : caller;
}
