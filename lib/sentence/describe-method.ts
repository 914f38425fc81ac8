import type { Transaction } from '@/lib/endpoints/transaction';
import { type Msg, msg } from '@/lib/language/t';
import type { Part } from './describe-transaction';
import { phrase } from './phrase';

/** Functions whose purpose is not to move assets, by their declarations. */
const METHODS: readonly (readonly [RegExp, Msg])[] = [
  [/^transmit\(.*bytes32\[\] rs/, msg('submitted an oracle report to {to}')],
  [
    /^(addSequencerL2Batch|appendSequencerBatch|commitBatch|submitData|submitBlob|commitBlocks)/,
    msg('posted a batch of transactions of a rollup to {to}'),
  ],
  [
    /^(proposeL2Output|proveBlocks|proveBatch|executeBlocks|executeBatch|finalizeBatch|finalizeBlocks)/,
    msg('posted the state of a rollup to {to}'),
  ],
  [/^(castVote|vote\(|submitVote)/, msg('voted through {to}')],
  [
    /^(cancel(Trades?|Orders?|Offers?|MultipleMakerOrders|All.*)?|incrementCounter|increaseNonce|incrementNonce|hashNonce)\(/,
    msg('canceled orders on {to}'),
  ],
  [/^renounceOwnership\(/, msg('gave up the ownership of {to}')],
  [/^(commit|makeCommitment)\(bytes32/, msg('announced a registration to {to}')],
];

/** What a call is for by the name of its function, where it is not what it moved; undefined for most. */
export function describeMethod({ decoded_input: call, to }: Transaction): Part[] | undefined {
  const found = METHODS.find(([pattern]) => pattern.test(call?.method_call ?? ''))?.[1];
  return found === undefined || to === null
    ? undefined
    : phrase<Part>(found, { to: [{ address: to, part: 'to' }] });
}
