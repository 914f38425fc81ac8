import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { DELEGATION_TOPICS } from './delegations';
import { listHandleLogs, topicsOf } from './handle-logs';

const toText = (topics: readonly Buffer[]) => topics.map(bufferToHex).join(',');

/** First topics of logs that say what became of encrypted values, as parameters of the API: up to eight at a time. */
export const HANDLE_EVENT_TOPICS = {
  host: toText([
    ...topicsOf(
      'Allowed',
      'AllowedForDecryption',
      'BridgeHandle',
      'HandleBridged',
      'FallbackGrantedPlaintext',
    ),
    ...DELEGATION_TOPICS,
  ]),
  app: toText(
    topicsOf(
      ...(['PublicDecryptionVerified', 'AmountDiscloseRequested', 'AmountDisclosed', 'Wrap'] as const),
      ...(['UnwrapRequested', 'UnwrapFinalized'] as const),
    ),
  ),
} as const;

/** A log as the API gives it; `explanation` is null unless a host contract of a known deployment emitted it. */
type Log = Readonly<{
  index: number;
  address: Readonly<{ hash: string }>;
  topics: readonly (string | null)[];
  data: string;
  explanation: unknown;
}>;

/** A log with the handles that it names; `event` is null of a delegation, which names none. */
export type HandleEvent<L> = Readonly<{ log: L; event: string | null; handles: readonly string[] }>;

/** Reads what logs of these topics say: those of host contracts where a known deployment has emitted them, and of apps. */
export function readHandleEvents<L extends Log>({
  host,
  app,
}: Readonly<Record<keyof typeof HANDLE_EVENT_TOPICS, readonly L[]>>): HandleEvent<L>[] {
  return [...host.filter(({ explanation }) => explanation !== null), ...app]
    .flatMap((log) => {
      const named = listHandleLogs([toEvmLog(log)], { operations: [], executors: [] });
      const event = named[0]?.kind ?? null;
      if (event === null && log.explanation === null) return [];
      return [{ log, event, handles: named.map(({ handle }) => bufferToHex(handle)) }];
    })
    .sort(({ log: one }, { log: other }) => one.index - other.index);
}

function toEvmLog({ index, address, topics, data }: Log) {
  return {
    logIndex: index,
    address: hexToBuffer(address.hash),
    topics: topics.flatMap((topic) => (topic === null ? [] : [hexToBuffer(topic)])),
    data: hexToBuffer(data),
  };
}
