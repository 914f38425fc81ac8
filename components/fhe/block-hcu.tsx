import { AddressLabel } from '@/components/chain/address';
import { Icon } from '@/components/ui/icon';
import { rich } from '@/components/ui/rich';
import type { Block } from '@/lib/endpoints/block';
import type { FheBlockUsage } from '@/lib/endpoints/fhe-deployment';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { TallyList } from './breakdown';
import { Budget } from './budget';
import { LimitsNote } from './limits-note';

/** HCU of a block, against the cap of each deployment that has one; renders nothing if 0. */
export function BlockHcu({ block }: { block: Block }) {
  if (block.fhe_operations_count === 0) return null;
  const deployments = block.fhe_deployments ?? [];
  return (
    <section
      aria-label={t('FHE operations')}
      className="rounded-md border border-line bg-surface shadow-panel"
    >
      <div className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[auto_minmax(0,1fr)] md:items-center">
        <p className="flex items-center gap-2 font-medium">
          <Icon name="lock" className="size-4 text-secret" />
          {t('{count, plural, one {# FHE operation} other {# FHE operations}}', {
            count: block.fhe_operations_count,
          })}
        </p>
        <p className="text-sm text-soft md:text-end">
          {rich('{hcu} HCU in total', {
            hcu: <span className="text-md font-medium text-ink">{groupDigits(BigInt(block.total_hcu))}</span>,
          })}
        </p>
      </div>
      {deployments.map((usage) => (
        <DeploymentHcu key={usage.deployment.executor} usage={usage} isOnly={deployments.length === 1} />
      ))}
    </section>
  );
}

function DeploymentHcu({ usage, isOnly }: { usage: FheBlockUsage; isOnly: boolean }) {
  const { deployment, limits, metered_hcu: metered, total_hcu: total } = usage;
  const isCapped = limits.per_block !== null;
  const exempt = total - metered;
  return (
    <div className="border-t border-line px-4 py-3">
      {!isOnly && <p className="label mb-2">{displayText(deployment.name ?? t('Other executor'), 60)}</p>}
      {limits.per_block === null ? (
        <p className="text-sm text-soft">
          {isOnly
            ? t('The HCU of a block have no cap here.')
            : t('{hcu} HCU; its blocks have no cap.', { hcu: groupDigits(total) })}
        </p>
      ) : (
        <Budget
          name={t('HCU of the block')}
          note={t('what counts against the cap of a block')}
          used={metered}
          limit={limits.per_block}
        />
      )}
      {isCapped && (
        <p className="mt-2 text-sm text-soft">
          <LimitsNote limits={limits} />
          {exempt > 0 && (
            <> {t('{hcu} HCU of callers that are exempt do not count.', { hcu: groupDigits(exempt) })}</>
          )}
          {!usage.is_whitelist_complete && (
            <> {t('Callers that were exempt before the first indexed block are not known.')}</>
          )}
        </p>
      )}
      <p className="label mt-3 mb-2 font-medium">{t('Used by')}</p>
      <UsedBy usage={usage} />
    </div>
  );
}

/** Who used a deployment's HCU in the block, most first. */
function UsedBy({ usage: { callers, total_hcu: total } }: { usage: FheBlockUsage }) {
  const tallies = callers.map(({ operation_count: count, total_hcu: weight }, index) => ({
    ...{ key: String(index), count, weight },
  }));
  return (
    <TallyList tallies={tallies} total={total}>
      {({ key }) => {
        const { caller = null, metered_hcu: metered = 0, total_hcu: own = 0 } = callers[Number(key)] ?? {};
        if (caller === null) return <span className="text-faint">{t('unknown caller')}</span>;
        return (
          <>
            <AddressLabel address={caller} />
            {metered < own && <span className="text-faint"> {t('exempt')}</span>}
          </>
        );
      }}
    </TallyList>
  );
}
