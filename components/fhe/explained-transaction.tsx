import { ChainLink } from '@/components/chain/chain-link';
import { TransactionSentence } from '@/components/transaction/transaction-sentence';
import { Panel } from '@/components/ui/panel';
import type { TransactionOverview } from '@/lib/endpoints/transaction-overview';
import { shortenHash } from '@/lib/format/hash';
import { formatShare, groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { listUsage } from './list-usage';

type Props = { overview: TransactionOverview; chain: Readonly<{ id: string; symbol: string }> };

/** A transaction with FHE operations in a few sentences: what it did, and what that cost of what it may. */
export function ExplainedTransaction({ overview: { transaction, net_changes: net, fhe }, chain }: Props) {
  return (
    <Panel
      title={t('The latest one, explained')}
      id="explained"
      aside={
        <ChainLink to={`/tx/${transaction.hash}/fhe`} className="mono">
          {shortenHash(transaction.hash)}
        </ChainLink>
      }
    >
      <div className="px-4 py-3">
        <TransactionSentence
          transaction={transaction}
          symbol={chain.symbol}
          known={{ net: net ?? undefined, chainId: chain.id }}
          lookAlikes={new Set()}
        />
        {fhe !== null &&
          listUsage(fhe).map(
            ({ operation_count: count, total_hcu: hcu, max_depth_hcu: depth, limits }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
              <p key={at} className="text-sm text-soft">
                {t(
                  '{count, plural, one {The operation is} other {The # operations are}} public, the values encrypted. {hcu} HCU, {share} of what a transaction may use; {depth} of them one after another.',
                  {
                    count,
                    hcu: groupDigits(hcu),
                    share: formatShare(BigInt(hcu), BigInt(limits.per_transaction)),
                    depth: groupDigits(depth),
                  },
                )}
              </p>
            ),
          )}
      </div>
    </Panel>
  );
}
