import type { FheLimits } from '@/lib/endpoints/fhe-deployment';
import { REUSED_VERSION } from '@/lib/fhe/limits';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

const MAX_VERSION = 40;

/** Where the limits come from, in one sentence. */
export function LimitsNote({ limits }: { limits: FheLimits }) {
  return <span>{describeLimits(limits)}</span>;
}

function describeLimits({ source, version, since_block: since }: FheLimits): string {
  const contract = displayText(version ?? 'HCULimit', MAX_VERSION);
  if (source === 'constants' && version === REUSED_VERSION)
    return t(
      'Limits compiled into {contract} of fhEVM 0.7 or 0.8, whose prices differ: HCU are computed with those of 0.8.',
      { contract },
    );
  if (source === 'constants') return t('Limits compiled into {contract}.', { contract });
  if (source === 'assumed')
    return t('Usual limits of fhEVM: those of an HCULimit contract are not known here.');
  return since === null
    ? t('Limits stored by {contract}.', { contract })
    : t(
        'Limits stored by {contract}, unchanged since {isGenesis, select, true {genesis} other {block {block}}}.',
        { contract, isGenesis: String(since === 0), block: groupDigits(since) },
      );
}
