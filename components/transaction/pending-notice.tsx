import type { ReactNode } from 'react';
import { Age } from '@/components/chain/age';
import { GasPrice } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { Notice } from '@/components/ui/notice';
import type { Transaction } from '@/lib/endpoints/transaction';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { hasLeft } from './verbs';

/** Says of a transaction that no indexed block has what is known, what is not, and what comes next. */
export function PendingNotice({ transaction }: { transaction: Transaction }) {
  if (hasLeft(transaction)) return <NeverMined transaction={transaction} />;
  if (transaction.block_number === null) return <Waiting transaction={transaction} />;
  return transaction.is_pending_update === true ? <NotIndexed height={transaction.block_number} /> : null;
}

function Waiting({ transaction }: { transaction: Transaction }) {
  const { first_seen_at: seen, max_fee_per_gas: most, gas_price: price, nonce } = transaction;
  return (
    <Notice tone="pending" icon="clock" title="Not in a block yet">
      <p>
        The node knows it and it waits to be mined{seen !== null && <Seen at={seen} />}. Its outcome, its
        exact fee and its events follow from the block; what it would do stands below. This page shows them as
        soon as they are there; without a script, load it again.
      </p>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        <li>
          It pays at most <GasPrice wei={most ?? price} /> per gas: while blocks cost more, it waits.
        </li>
        <li>
          Its nonce is {groupDigits(nonce)}: transactions of the same sender with a lower one come first, and
          another one with this nonce would replace it.
        </li>
      </ul>
    </Notice>
  );
}

function Seen({ at }: { at: string }): ReactNode {
  return (
    <>
      , first seen <Age timestamp={at} />
    </>
  );
}

function NeverMined({ transaction }: { transaction: Transaction }) {
  const { replaced_by: other, nonce } = transaction;
  return other === null ? (
    <Notice icon="cross" title="Dropped before it was mined">
      The node no longer has it, and no block does. Nothing moved and no fee was paid. The sender may send it
      again; then it is shown as waiting.
    </Notice>
  ) : (
    <Notice icon="cross" title="Replaced by another transaction">
      The sender had{' '}
      <ChainLink to={`/tx/${other}`} title={other} className="mono underline">
        {shortenHash(other)}
      </ChainLink>{' '}
      mined with the same nonce, {groupDigits(nonce)}. A nonce is used once: this transaction can never be
      mined. It moved nothing and cost nothing.
    </Notice>
  );
}

function NotIndexed({ height }: { height: number }) {
  return (
    <Notice
      tone="pending"
      icon="clock"
      title={`Mined in block #${groupDigits(height)}, which is not indexed`}
    >
      What stands here is what the node itself tells. Token transfers, confidential operations and decoded
      events are shown once the block is indexed, which takes a moment for new blocks; blocks from before the
      index begins stay without them.
    </Notice>
  );
}
