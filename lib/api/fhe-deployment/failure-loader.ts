import { loadAddresses } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import type { CallOutcomeRow } from '@/lib/api/transaction/failing-call-query';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import { explainFheError } from '@/lib/evm/explain-fhe';
import { HOST_COLUMNS } from '@/lib/fhe/deployments';
import { type Message, message } from '@/lib/messages/message';
import { loadBlockFill, loadLimits } from './loader';
import { type DeploymentRow, type LimitPosition, listDeployments } from './query';

/** Which host contract of fhEVM refused, as far as the traces show, and why in figures where a limit was the reason. */
export type FailingHost = Readonly<{
  kind: 'none' | 'hcu_limit' | 'other';
  why: Message | undefined;
}>;

const NONE: FailingHost = { kind: 'none', why: undefined };
const SELECTOR_DIGITS = 10;
const SELECTOR_BYTES = 4;
const [BLOCK_LIMIT, TRANSACTION_LIMIT, DEPTH_LIMIT] = ['ad251174', '77e3c293', 'fc344870'];
/** Names that are safe within a sentence of our own: no address, URL or quotation. */
const PLAIN_NAME = /^(?!.*0x)[A-Za-z0-9][A-Za-z0-9 _-]{0,39}$/;

/** Finds the host contract that returned what a transaction reverted with, among its calls or as its recipient. */
export async function loadFailingHost(
  db: Database,
  row: TransactionRow,
  calls: readonly CallOutcomeRow[],
): Promise<FailingHost> {
  const { revert_output: output, block_number, index: transaction_index, to_address } = row;
  if (output === null || output.length < SELECTOR_BYTES) return NONE;
  const passedOn = calls.filter((call) => call.output?.equals(output));
  const callees = [to_address, ...passedOn.map((call) => call.to_address)];
  const isCalled = (address: Buffer | null) =>
    address !== null && callees.some((callee) => callee?.equals(address));
  const deployments = await listDeployments(db);
  const limited = deployments.find(({ hcu_limit }) => isCalled(hcu_limit));
  const isOther = deployments.some((one) => HOST_COLUMNS.some((host) => isCalled(one[host])));
  if (!limited) return { kind: isOther ? 'other' : 'none', why: undefined };
  const selector = output.subarray(0, SELECTOR_BYTES).toString('hex');
  return {
    kind: 'hcu_limit',
    why: await tellLimit(db, selector, { limited, block_number, transaction_index }),
  };
}

type Refused = LimitPosition & { limited: DeploymentRow; transaction_index: number };

/** The limit that a transaction ran into, as it was then; undefined where that was not why, or is not known. */
async function tellLimit(
  db: Database,
  selector: string,
  { limited, ...position }: Refused,
): Promise<Message | undefined> {
  if (selector === BLOCK_LIMIT) {
    const fill = await loadBlockFill(db, limited, position);
    return fill && message('fhe_block_full', { ...fill, caller: await nameOf(db, fill.caller) });
  }
  if (selector !== TRANSACTION_LIMIT && selector !== DEPTH_LIMIT) return undefined;
  const limits = await loadLimits(db, limited, position);
  if (limits.source === 'assumed') return undefined;
  return selector === DEPTH_LIMIT
    ? message('fhe_depth_exceeded', { limit: limits.depth_per_transaction })
    : message('fhe_transaction_exceeded', { limit: limits.per_transaction });
}

/** An address, after its name if it has a plain one. */
async function nameOf(db: Database, address: Buffer): Promise<string> {
  const { hash, name } = presentAddress(address, await loadAddresses(db, [address]));
  return name !== null && PLAIN_NAME.test(name) ? `${name} (${hash})` : hash;
}

/** A reason in words, if it is an error of fhEVM; an unknown one of HCULimit is told as its refusal. */
export function explainByHost(reason: string, { kind, why }: FailingHost): Message | undefined {
  if (why !== undefined) return why;
  const isUnknown = kind === 'hcu_limit' && /^0x(?:[0-9a-f]{2}){4,}$/i.test(reason);
  if (isUnknown) return message('fhe_refused', { selector: reason.slice(0, SELECTOR_DIGITS) });
  return explainFheError(reason, kind !== 'none');
}
