import { Panel, Row, Rows } from '@/components/ui/panel';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { formatPercent, groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { refundOwed } from './refund-owed';

/** What the gas of a transaction consists of. */
export function GasAccount({ profile }: { profile: GasProfile }) {
  const { calldata, refund, floor_surcharge: surcharge, storage } = profile;
  const outermost = profile.frames[0]?.total_gas;
  const owed = refundOwed(profile);
  return (
    <Panel
      title={t('Gas used')}
      id="gas-used"
      aside={profile.gas_used === null ? t('unknown') : groupDigits(profile.gas_used)}
    >
      <Rows>
        <Row label={t('Gas limit')}>
          {groupDigits(profile.gas_limit)}
          {profile.gas_used !== null &&
            ` · ${t('{share} used', { share: formatPercent(BigInt(profile.gas_used), BigInt(profile.gas_limit)) ?? '' })}`}
        </Row>
        <Row label={t('Intrinsic gas')} hint={t('Charged before the first instruction runs')}>
          {!profile.is_intrinsic_exact && '≥ '}
          {groupDigits(profile.intrinsic_gas)}
        </Row>
        <Row label={t('Calldata')} hint={t('4 gas per zero byte, 16 per nonzero byte')}>
          {t(
            '{gas} for {zeros, plural, one {# zero byte} other {# zero bytes}} and {others, plural, one {# nonzero byte} other {# nonzero bytes}}',
            {
              gas: groupDigits(calldata.gas),
              zeros: calldata.zero_bytes,
              others: calldata.other_bytes,
            },
          )}
        </Row>
        {outermost !== undefined && (
          <Row label={refund === null && owed === undefined ? t('Calls, net of refund') : t('Calls')}>
            {owed !== undefined && '≥ '}
            {groupDigits(outermost)}
          </Row>
        )}
        <Row label={t('Refund')} hint={t('For cleared storage; capped at a fifth of the gas used')}>
          <Refund refund={refund} owed={owed} />
        </Row>
        {surcharge !== null && surcharge !== '0' && (
          <Row label={t('Calldata floor (EIP-7623)')}>{groupDigits(surcharge)}</Row>
        )}
        <Row label={t('Storage writes')}>
          {storage === null ? (
            <span className="text-faint">{t('not known: the node does not trace instructions')}</span>
          ) : (
            t('{count, plural, one {# write} other {# writes}}, {gas} gas', {
              count: storage.writes_count,
              gas: groupDigits(storage.gas),
            })
          )}
        </Row>
      </Rows>
    </Panel>
  );
}

function Refund({ refund, owed }: { refund: string | null; owed: bigint | undefined }) {
  if (refund !== null) return <>{groupDigits(refund)}</>;
  if (owed === undefined) return <span className="text-faint">{t('not included in this trace')}</span>;
  return <>≥ {groupDigits(owed)}</>;
}
