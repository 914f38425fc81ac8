import { EmptyPanel } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

type Status = Readonly<{
  finished_indexing_blocks: boolean;
  is_following: boolean | null;
  indexed_block: number | null;
  head_block: number | null;
  transactions_count: number | null;
}>;
type Chain = Readonly<{
  id: string;
  name: string;
  symbol: string;
  isDemo: boolean;
  status: Status | undefined;
}>;

/** List of chains with their index status. */
export function ChainPicker({ chains }: { chains: readonly Chain[] }) {
  if (chains.length === 0) {
    return (
      <EmptyPanel icon="cube" title={t('No chains yet')}>
        {t('No chain is indexed yet. The operator sets one with RPC_URL or CHAINS_FILE.')}
      </EmptyPanel>
    );
  }
  return (
    <ul
      aria-label={t('Chains')}
      className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface shadow-panel"
    >
      {chains.map((chain) => (
        <li key={chain.id}>
          <a
            href={`/${chain.id}`}
            className="flex items-center gap-4 px-4 py-3 text-ink hover:bg-hover hover:no-underline"
          >
            <span className="min-w-0 flex-1">
              <span className="flex min-w-0 items-center gap-2">
                <bdi className="min-w-0 truncate text-md font-medium">{chain.name}</bdi>
                {chain.isDemo && <Pill>{t('demo')}</Pill>}
              </span>
              <span className="block text-sm text-soft">
                {rich('{symbol} · chain {id}', { symbol: chain.symbol, id: chain.id })}
              </span>
            </span>
            {chain.status && <Progress status={chain.status} />}
            <Icon name="chevronRight" className="size-4 text-faint" />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Progress({ status }: { status: Status }) {
  const { indexed_block: indexed, head_block: head, transactions_count: count } = status;
  if (indexed === null) return <span className="text-sm text-pending">{t('no blocks yet')}</span>;
  const isFollowing = status.is_following ?? status.finished_indexing_blocks;
  const isBehind = !isFollowing && head !== null && head > indexed;
  return (
    <span className="text-end text-sm">
      <span className="block font-medium">#{groupDigits(indexed)}</span>
      {isBehind ? (
        <span className="block text-pending">{t('of #{head}', { head: groupDigits(head) })}</span>
      ) : (
        count !== null && (
          <span className="block text-soft">
            {t('{count, plural, one {# transaction} other {# transactions}}', { count })}
          </span>
        )
      )}
    </span>
  );
}
