import { Panel, Row, Rows } from '@/components/ui/panel';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { countOf, formatPercent, groupDigits } from '@/lib/format/number';

/** What the gas of a transaction consists of. */
export function GasAccount({ profile }: { profile: GasProfile }) {
  const { calldata, refund, floor_surcharge: surcharge, storage } = profile;
  const outermost = profile.frames[0]?.total_gas;
  return (
    <Panel
      title="Gas used"
      id="gas-used"
      aside={profile.gas_used === null ? 'unknown' : groupDigits(profile.gas_used)}
    >
      <Rows>
        <Row label="Gas limit">
          {groupDigits(profile.gas_limit)}
          {profile.gas_used !== null &&
            ` · ${formatPercent(BigInt(profile.gas_used), BigInt(profile.gas_limit))} used`}
        </Row>
        <Row label="Intrinsic gas" hint="Charged before the first instruction runs">
          {!profile.is_intrinsic_exact && 'at least '}
          {groupDigits(profile.intrinsic_gas)}
        </Row>
        <Row label="of which calldata" hint="4 gas for a zero byte, 16 for any other">
          {groupDigits(calldata.gas)} for {countOf(calldata.zero_bytes, 'zero byte')} and{' '}
          {groupDigits(calldata.other_bytes)} others
        </Row>
        {outermost !== undefined && (
          <Row label={refund === null ? 'Calls, less the refund' : 'Calls'}>{groupDigits(outermost)}</Row>
        )}
        <Row label="Refund" hint="For storage that was cleared; at most a fifth of the gas">
          {refund === null ? <span className="text-faint">not told by this trace</span> : groupDigits(refund)}
        </Row>
        {surcharge !== null && surcharge !== '0' && (
          <Row label="Calldata floor (EIP-7623)">{groupDigits(surcharge)}</Row>
        )}
        <Row label="Storage writes">
          {storage === null ? (
            <span className="text-faint">not known: the node does not trace instructions</span>
          ) : (
            `${countOf(storage.writes_count, 'write')}, ${groupDigits(storage.gas)} gas`
          )}
        </Row>
      </Rows>
    </Panel>
  );
}
