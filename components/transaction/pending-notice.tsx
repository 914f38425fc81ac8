import { Age } from '@/components/chain/age';
import { GasPrice } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import type { Transaction } from '@/lib/endpoints/transaction';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { hasLeft } from '@/lib/sentence/verbs';

/** For a transaction not in an indexed block: its state and what comes next. */
export function PendingNotice({ transaction }: { transaction: Transaction }) {
  if (hasLeft(transaction)) return <NeverMined transaction={transaction} />;
  if (transaction.block_number === null) return <Pending transaction={transaction} />;
  return transaction.is_pending_update === true ? <NotIndexed height={transaction.block_number} /> : null;
}

function Pending({ transaction }: { transaction: Transaction }) {
  const { first_seen_at: seen, max_fee_per_gas: maxFee, gas_price: price, nonce } = transaction;
  return (
    <Notice tone="pending" icon="clock" title={t('This transaction is pending')}>
      <p>
        {seen === null
          ? t('It is in the mempool of the node.')
          : rich('It is in the mempool of the node, first seen {age}.', {
              age: <Age timestamp={seen} />,
            })}{' '}
        {t(
          'Its outcome, its exact fee and its events are known once it is in a block. This page updates automatically; without JavaScript, reload it.',
        )}
      </p>
      <ul className="mt-1 list-disc space-y-0.5 ps-5">
        <li>
          {rich('Its max fee is {gasPrice} per gas: while the base fee is higher, it stays pending.', {
            gasPrice: <GasPrice wei={maxFee ?? price} isExact />,
          })}
        </li>
        <li>
          {t(
            'Its nonce is {nonce}: transactions of the same sender with a lower nonce come first, and another one with this nonce would replace it.',
            { nonce: groupDigits(nonce) },
          )}
        </li>
      </ul>
    </Notice>
  );
}

function NeverMined({ transaction }: { transaction: Transaction }) {
  const { replaced_by: other, nonce } = transaction;
  return other === null ? (
    <Notice icon="cross" title={t('Dropped from the mempool')}>
      {t(
        'The node no longer has it, and no block contains it. Nothing was transferred and no fee was charged. If the sender submits it again, it is shown as pending.',
      )}
    </Notice>
  ) : (
    <Notice icon="cross" title={t('Replaced by another transaction')}>
      {rich(
        'The same sender’s {transaction} was confirmed with this nonce, {nonce}. A nonce can only be used once, so this transaction can never be confirmed. Nothing was transferred and no fee was charged.',
        {
          transaction: (
            <ChainLink to={`/tx/${other}`} title={other} className="mono underline">
              {shortenHash(other)}
            </ChainLink>
          ),
          nonce: groupDigits(nonce),
        },
      )}
    </Notice>
  );
}

function NotIndexed({ height }: { height: number }) {
  return (
    <Notice
      tone="pending"
      icon="clock"
      title={t('Confirmed in block #{height}, which is not indexed', { height: groupDigits(height) })}
    >
      {t(
        'This page shows what the node returns. Token transfers, FHE operations and decoded events appear once the block is indexed, which takes a moment for new blocks; blocks before the first indexed one will not have them.',
      )}
    </Notice>
  );
}
