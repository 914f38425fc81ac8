import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { TransactionLink } from '@/components/chain/transaction-link';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { formatMilliseconds } from '@/lib/format/time';
import { t } from '@/lib/language/t';
import { listOwners, type Ownership } from './list-owners';

type Props = {
  /** Latest first. */
  transfers: readonly TokenTransfer[];
  /** The latest transfer of the NFT is among them. */
  hasLatest: boolean;
  /** All are. */
  isWhole: boolean;
};

/** Who owned an NFT, since when and for how long. */
export function OwnerTimeline({ transfers, hasLatest, isWhole }: Props) {
  const owners = listOwners(transfers);
  if (owners.length === 0) return null;
  const first = owners.at(-1);
  const isFromStart = isWhole && first?.how === 'minted';
  return (
    <Panel
      title={t('Owners')}
      id="owners"
      aside={
        isFromStart
          ? t('{count, plural, one {# change} other {# changes}} of owner since minted', {
              count: owners.length - 1,
            })
          : t('latest first')
      }
    >
      <ol className="flex flex-col px-4 py-3 text-sm">
        {owners.map((ownership, index) => (
          <Step
            key={`${ownership.transfer.transaction_hash}-${ownership.transfer.log_index}`}
            ownership={ownership}
            isLatest={hasLatest && index === 0}
          />
        ))}
      </ol>
      {isWhole && !isFromStart && first !== undefined && (
        <p className="flex flex-wrap items-center gap-x-2 border-t border-line px-4 py-2 text-xs text-faint">
          {rich('Before the first indexed transfer: {owner}', {
            owner: <AddressLabel address={first.transfer.from} />,
          })}
        </p>
      )}
    </Panel>
  );
}

function Step({ ownership, isLatest }: { ownership: Ownership; isLatest: boolean }) {
  const { owner, how, transfer } = ownership;
  const dot = isLatest ? 'before:bg-accent' : 'before:bg-edge';
  return (
    <li
      className={`relative flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 border-s border-line py-2 ps-4 before:absolute before:-start-1 before:size-2 before:rounded-full before:content-[''] ${dot}`}
    >
      {how === 'burnt' ? <span className="font-medium">{t('Burnt')}</span> : <AddressLabel address={owner} />}
      <span className="text-soft">
        {how === 'minted' && `${t('minted')} `}
        {how === 'received' && `${t('received')} `}
        {transfer.timestamp !== null && <Age timestamp={transfer.timestamp} />}
      </span>
      <span className="text-soft">{formatHolding(ownership, isLatest)}</span>
      <span className="ms-auto">
        <TransactionLink hash={transfer.transaction_hash} />
      </span>
    </li>
  );
}

function formatHolding({ how, heldMs }: Ownership, isLatest: boolean): string {
  if (how === 'burnt') return '';
  if (isLatest) return t('owner');
  if (heldMs === undefined) return '';
  return heldMs === 0
    ? t('transferred again in the same block')
    : t('held for {heldMs}', { heldMs: formatMilliseconds(heldMs) });
}
