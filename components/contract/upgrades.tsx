import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { BlockLink } from '@/components/chain/block-link';
import { TransactionLink } from '@/components/chain/transaction-link';
import { Panel } from '@/components/ui/panel';
import type { ContractUpgrade } from '@/lib/endpoints/upgrade';
import { displayText } from '@/lib/format/text';
import { type Msg, msg, t } from '@/lib/language/t';

type Props = { upgrades: readonly ContractUpgrade[]; isPart: boolean };

/** What a proxy ran and when, the newest first, each with what it changed. */
export function Upgrades({ upgrades, isPart }: Props) {
  if (upgrades.length === 0) return null;
  return (
    <Panel
      title={t('Upgrades')}
      id="upgrades"
      aside={
        isPart
          ? t('the last {count}', { count: upgrades.length })
          : t('{count, plural, one {# logged} other {# logged}}', { count: upgrades.length })
      }
    >
      <ol className="divide-y divide-line">
        {upgrades.map((upgrade) => (
          <li key={`${upgrade.block_number}.${upgrade.log_index}`} className="text-sm">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <Target upgrade={upgrade} />
              <span className="ms-auto flex flex-wrap items-center gap-x-3 text-soft">
                <BlockLink height={upgrade.block_number} />
                <TransactionLink hash={upgrade.transaction_hash} />
                <Age timestamp={upgrade.timestamp} />
              </span>
            </div>
            <Changes functions={upgrade.functions} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Targets shown of a diamond's upgrade. */
const MAX_FACETS = 5;

function Target({ upgrade: { kind, target, facets } }: { upgrade: ContractUpgrade }) {
  const shown = target === null ? facets.slice(0, MAX_FACETS) : [target];
  const rest = target === null ? facets.length - shown.length : 0;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      {kind === 'beacon' && <span className="text-soft">{t('Beacon')}</span>}
      {kind === 'facets' && <span className="text-soft">{t('Facets')}</span>}
      {shown.map((address) => (
        <NamedAddress key={address.hash} address={address} />
      ))}
      {kind === 'facets' && shown.length === 0 && <span className="text-soft">{t('none')}</span>}
      {rest > 0 && <span className="text-soft">{t('and {count} more', { count: rest })}</span>}
    </span>
  );
}

const CHANGES: readonly (readonly [keyof typeof SIGNS, Msg])[] = [
  ['added', msg('Added')],
  ['removed', msg('Removed')],
  ['changed', msg('Changed')],
];
const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

/** Functions that came, went and changed; nothing where that is not known. */
function Changes({ functions }: Pick<ContractUpgrade, 'functions'>) {
  if (functions === null) return null;
  const isEmpty = CHANGES.every(([which]) => functions[which].length === 0);
  return (
    <div className="px-4 pb-2 text-xs">
      {isEmpty && <p className="text-soft">{t('The same functions as before')}</p>}
      {CHANGES.map(([which, words]) =>
        functions[which].length === 0 ? null : (
          <ul key={which} aria-label={t(words)} className="mono">
            {functions[which].map((signature) => (
              <li key={signature} className="wrap-any">
                <span className="text-soft" aria-hidden="true">
                  {SIGNS[which]}{' '}
                </span>
                <bdi>{displayText(signature, 300)}</bdi>
              </li>
            ))}
          </ul>
        ),
      )}
      {!functions.is_complete && <p className="text-soft">{t('and more')}</p>}
    </div>
  );
}
