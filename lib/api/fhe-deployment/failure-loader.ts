import type { CallOutcomeRow } from '@/lib/api/transaction/failing-call-query';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import { explainFheError } from '@/lib/evm/explain-fhe';
import { bufferToAddress } from '@/lib/evm/hex';
import { HOST_COLUMNS } from '@/lib/fhe/deployments';
import { type Message, message } from '@/lib/messages/message';
import { type BlockFill, loadBlockFill } from './loader';
import { listDeployments } from './query';

/** Which host contract of fhEVM refused, as far as the traces show, and what filled the block if that was why. */
export type FailingHost = Readonly<{
  kind: 'none' | 'hcu_limit' | 'other';
  fill: BlockFill | undefined;
}>;

const NONE: FailingHost = { kind: 'none', fill: undefined };
const SELECTOR_DIGITS = 10;
const BLOCK_LIMIT = Buffer.from('ad251174', 'hex');

/** Finds the host contract that returned what a transaction reverted with, among its calls or as its recipient. */
export async function loadFailingHost(
  db: Database,
  row: TransactionRow,
  calls: readonly CallOutcomeRow[],
): Promise<FailingHost> {
  const { revert_output: output, block_number, index: transaction_index, to_address } = row;
  if (output === null || output.length < BLOCK_LIMIT.length) return NONE;
  const passedOn = calls.filter((call) => call.output?.equals(output));
  const callees = [to_address, ...passedOn.map((call) => call.to_address)];
  const isCalled = (address: Buffer | null) =>
    address !== null && callees.some((callee) => callee?.equals(address));
  const deployments = await listDeployments(db);
  const limited = deployments.find(({ hcu_limit }) => isCalled(hcu_limit));
  const isOther = deployments.some((one) => HOST_COLUMNS.some((host) => isCalled(one[host])));
  if (!limited) return { kind: isOther ? 'other' : 'none', fill: undefined };
  const isFull = output.subarray(0, BLOCK_LIMIT.length).equals(BLOCK_LIMIT);
  const fill = isFull ? await loadBlockFill(db, limited, { block_number, transaction_index }) : undefined;
  return { kind: 'hcu_limit', fill };
}

/** A reason in words, if it is an error of fhEVM; an unknown one of HCULimit is told as its refusal. */
export function explainByHost(reason: string, { kind, fill }: FailingHost): Message | undefined {
  if (fill !== undefined) {
    const { used, cap, caller } = fill;
    return message('fhe_block_full', { used, cap, caller: bufferToAddress(caller) });
  }
  const isUnknown = kind === 'hcu_limit' && /^0x(?:[0-9a-f]{2}){4,}$/i.test(reason);
  if (isUnknown) return message('fhe_refused', { selector: reason.slice(0, SELECTOR_DIGITS) });
  return explainFheError(reason, kind !== 'none');
}
