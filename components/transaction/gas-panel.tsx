import { CoinAmount, GasPrice } from '@/components/chain/amount';
import { Meter } from '@/components/ui/meter';
import { Panel, Row, Rows } from '@/components/ui/panel';
import type { Transaction } from '@/lib/endpoints/transaction';
import { parseInteger } from '@/lib/format/amount';
import { formatPercent, groupDigits, perMille } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { hasLeft } from '@/lib/sentence/verbs';
import { blobFeeOf, splitTransactionFee } from './split-transaction-fee';

/** Gas limit and max fees against actual usage. */
export function GasPanel({ transaction, symbol }: { transaction: Transaction; symbol: string }) {
  // the API lacks the parts of the fee for transactions with a gas price
  const split = splitTransactionFee(transaction);
  return (
    <Panel title={t('Gas limit & usage')} id="gas">
      <GasUse transaction={transaction} />
      <Rows>
        {transaction.fee.type === 'actual' && (
          <Row label={t('Gas price')} hint={t('Price paid per unit of gas')}>
            <GasPrice wei={transaction.gas_price} isExact />
          </Row>
        )}
        {transaction.fee.type === 'maximum' && transaction.max_fee_per_gas === null && (
          <Row label={t('Max fee')} hint={t('Highest gas price the sender accepts')}>
            <GasPrice wei={transaction.gas_price} isExact />
          </Row>
        )}
        <PriceRow
          label={t('Base fee')}
          hint={t('Set by the protocol for the block; it is burnt')}
          wei={transaction.base_fee_per_gas}
        />
        <PriceRow
          label={t('Max fee per gas')}
          hint={t('max_fee_per_gas: the most the sender pays per unit of gas')}
          wei={transaction.max_fee_per_gas}
        />
        <PriceRow
          label={t('Max priority fee per gas')}
          hint={t('max_priority_fee_per_gas')}
          wei={transaction.max_priority_fee_per_gas}
        />
        <CoinRow
          label={t('Burnt fees')}
          wei={transaction.transaction_burnt_fee ?? textOf(split?.burnt)}
          symbol={symbol}
        />
        <CoinRow
          label={t('Priority fee')}
          wei={transaction.priority_fee ?? textOf(split?.priority)}
          symbol={symbol}
        />
        <CoinRow label={t('L1 fee')} wei={transaction.l1_fee} symbol={symbol} />
        <CoinRow label={t('Operator fee')} wei={transaction.operator_fee} symbol={symbol} />
        {transaction.blob_gas_used !== null && (
          <>
            <Row label={t('Blob gas')}>{groupDigits(transaction.blob_gas_used)}</Row>
            <PriceRow
              label={t('Blob gas price')}
              hint={t('Per unit of blob gas')}
              wei={transaction.blob_gas_price}
            />
            <CoinRow
              label={t('Blob fee')}
              hint={t('Paid beside the transaction fee; all of it is burnt')}
              wei={textOf(blobFeeOf(transaction))}
              symbol={symbol}
            />
          </>
        )}
      </Rows>
    </Panel>
  );
}

const textOf = (wei: bigint | undefined) => wei?.toString() ?? null;

function GasUse({ transaction }: { transaction: Transaction }) {
  const limit = BigInt(transaction.gas_limit);
  const used = parseInteger(transaction.gas_used);
  const share = used === undefined ? undefined : formatPercent(used, limit);
  return (
    <div className="border-b border-line px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-md font-medium">
          {used === undefined ? (
            <span className="text-faint">{hasLeft(transaction) ? t('never used') : t('not used yet')}</span>
          ) : (
            groupDigits(used)
          )}
        </span>
        <span className="text-sm text-soft">
          {share === undefined
            ? t('of {limit}', { limit: groupDigits(limit) })
            : t('{share} of {limit}', { share, limit: groupDigits(limit) })}
        </span>
      </p>
      {used !== undefined && share !== undefined && (
        <Meter
          className="mt-2"
          label={t('{share} of the gas limit used', { share })}
          stretches={[
            {
              perMille: perMille(used, limit),
              className: transaction.status === 'error' ? 'fill-error' : 'fill-accent',
            },
          ]}
        />
      )}
    </div>
  );
}

function PriceRow({ label, hint, wei }: { label: string; hint: string; wei: string | null }) {
  if (wei === null) return null;
  return (
    <Row label={label} hint={hint}>
      <GasPrice wei={wei} isExact />
    </Row>
  );
}

function CoinRow(props: { label: string; hint?: string; wei: string | null; symbol: string }) {
  const { label, hint, wei, symbol } = props;
  if (wei === null) return null;
  return (
    <Row label={label} {...(hint === undefined ? {} : { hint })}>
      <CoinAmount wei={wei} symbol={symbol} isExact />
    </Row>
  );
}
