import { Age } from '@/components/chain/age';
import { CoinAmount } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import { TransactionLink } from '@/components/chain/transaction-link';
import { rich } from '@/components/ui/rich';
import type { UserOperationInfo } from '@/lib/endpoints/user-operation-info';
import { groupDigits } from '@/lib/format/number';
import { formatUtc } from '@/lib/format/time';
import { type Msg, msg, t } from '@/lib/language/t';

const PAYERS: Readonly<Record<UserOperationInfo['sponsor_type'], Msg>> = {
  wallet_deposit: msg('The account paid, from a deposit in the same transaction'),
  wallet_balance: msg('The account paid'),
  paymaster_sponsor: msg('A paymaster paid'),
  paymaster_hybrid: msg('A paymaster paid, from a deposit in the same transaction'),
};

/** The most important facts of a user operation. */
export function OperationFacts({ operation, symbol }: { operation: UserOperationInfo; symbol: string }) {
  const { timestamp, bundle_index: bundle, index } = operation;
  return (
    <Facts className="grid-cols-2 lg:grid-cols-4">
      <Fact label={t('Transaction')}>
        <TransactionLink hash={operation.transaction_hash} />
        <FactNote>
          {bundle === 0
            ? t('operation {position} of its bundle', { position: groupDigits(index + 1) })
            : t('operation {position} of bundle {bundle}', {
                position: groupDigits(index + 1),
                bundle: groupDigits(bundle + 1),
              })}
        </FactNote>
      </Fact>
      <Fact label={t('Time')}>
        <Age timestamp={timestamp} />
        <FactNote>
          {formatUtc(timestamp)} ·{' '}
          {rich('block {block}', { block: <BlockLink height={Number(operation.block_number)} /> })}
        </FactNote>
      </Fact>
      <Fact label={t('Fee')} hint={t('Charged by the EntryPoint')}>
        <CoinAmount wei={operation.fee} symbol={symbol} isExact />
        <FactNote>{t(PAYERS[operation.sponsor_type])}</FactNote>
      </Fact>
      <Fact label={t('Gas used')}>
        {groupDigits(operation.gas_used)}
        {operation.gas !== null && (
          <FactNote>{t('of {limit} allowed', { limit: groupDigits(operation.gas) })}</FactNote>
        )}
      </Fact>
    </Facts>
  );
}
