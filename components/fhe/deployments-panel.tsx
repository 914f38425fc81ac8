import { AddressLabel } from '@/components/chain/address';
import { Panel, Row, Rows } from '@/components/ui/panel';
import type { FheActivity } from '@/lib/endpoints/fhe-activity';
import type { FheLimits } from '@/lib/endpoints/fhe-deployment';
import { nameHosts } from '@/lib/fhe/deployments';
import { findReleases } from '@/lib/fhe/limits';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { LimitsNote } from './limits-note';

const MAX_TEXT = 60;

/** The fhEVM deployments of a chain: the contracts of each, with its limits now. */
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
          {deployment.name !== null && (
            <h3 className="border-b border-line bg-sunken px-4 py-1.5 text-sm font-medium">
              {displayText(deployment.name, MAX_TEXT)} <Release limits={limits} />
            </h3>
          )}
          <Rows>
            {nameHosts(deployment).map(({ column, address, kind }) => (
              <Row key={column} label={<code className="mono">{kind}</code>}>
                {column === 'hcu_limit' && limits.version !== null && (
                  <span className="me-2 text-xs text-faint">{displayText(limits.version, MAX_TEXT)}</span>
                )}
                <AddressLabel address={{ hash: address, name: null, is_contract: true }} />
              </Row>
            ))}
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

/** The release of fhEVM, as its HCULimit tells it: the number of the whole is not on the chain. */
function Release({ limits }: { limits: FheLimits }) {
  const releases = findReleases(limits.version, limits.source === 'constants');
  if (releases === undefined) return null;
  return (
    <span className="text-xs font-normal text-faint" title={t('By the version of its HCULimit')}>
      fhEVM {releases}
    </span>
  );
}
