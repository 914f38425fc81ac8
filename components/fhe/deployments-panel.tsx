import { AddressLabel } from '@/components/chain/address';
import { Panel, Row, Rows } from '@/components/ui/panel';
import type { FheActivity } from '@/lib/endpoints/fhe-activity';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { LimitsNote } from './limits-note';

/** The fhEVM deployments of a chain, each with its limits now. */
export function DeploymentsPanel({ deployments }: Pick<FheActivity, 'deployments'>) {
  if (deployments.length === 0) return null;
  return (
    <Panel
      title={t('{count, plural, one {fhEVM deployment} other {fhEVM deployments}}', {
        count: deployments.length,
      })}
      id="deployments"
    >
      {deployments.map(({ deployment, limits }) => (
        <div key={deployment.executor} className="border-b border-line last:border-b-0">
          <Rows>
            <Row label={t('Executor')}>
              <AddressLabel
                address={{
                  ...{ hash: deployment.executor, is_contract: true },
                  name: deployment.name && displayText(deployment.name, 60),
                }}
              />
            </Row>
            <Row label={t('HCU of a transaction')}>
              {t('at most {limit}', { limit: groupDigits(limits.per_transaction) })}
            </Row>
            <Row label={t('Sequential depth')}>
              {t('at most {limit}', { limit: groupDigits(limits.depth_per_transaction) })}
            </Row>
            <Row label={t('HCU of a block')}>
              {limits.per_block === null ? (
                <span className="text-faint">{t('no cap')}</span>
              ) : (
                t('at most {limit}', { limit: groupDigits(limits.per_block) })
              )}
            </Row>
          </Rows>
          <p className="border-t border-line px-4 py-2 text-xs text-soft">
            <LimitsNote limits={limits} />
          </p>
        </div>
      ))}
    </Panel>
  );
}
