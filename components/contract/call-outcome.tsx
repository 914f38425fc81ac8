import type { AbiFunction } from 'viem';
import { ApiMessage } from '@/components/ui/api-message';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { type CallFailure as Failure, readOutput } from '@/lib/evm/call-answer';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { NamedValues } from './named-values';

/** The result of a call, or its failure. */
export type Outcome = Readonly<{ output: string }> | Failure;

const MAX_RAW = 4_000;

type Props = { item: AbiFunction; outcome: Outcome; decimals: number | undefined };

/** The answer of a call: values by their names, or the reason of the failure. */
export function CallOutcome({ item, outcome, decimals }: Props) {
  if (!('output' in outcome)) return <CallFailure failure={outcome} />;
  const values = readOutput(outcome.output, item);
  const { output } = outcome;
  return (
    <section
      aria-label={t('Answer of {name}', { name: item.name })}
      className="rounded-sm border border-line bg-sunken"
    >
      {values !== undefined && <NamedValues parameters={item.outputs} values={values} decimals={decimals} />}
      {values === undefined && (
        <p className="px-4 py-2 text-sm">
          {output === '0x'
            ? t('The call succeeded and returned nothing.')
            : t('The call succeeded. Its return data does not match the ABI and is shown as bytes.')}
        </p>
      )}
      {output !== '0x' && (
        <details className="group border-t border-line text-xs" open={values === undefined}>
          <summary className="flex items-center gap-1 px-4 py-1.5 text-soft hover:bg-hover">
            <Icon name="chevronRight" className="chevron size-3.5 text-faint" />
            {t('As bytes')}
          </summary>
          <div className="flex gap-2 px-4 pb-2">
            <span className="mono wrap-any min-w-0 flex-1 text-soft">{displayText(output, MAX_RAW)}</span>
            {output.length <= MAX_RAW && <CopyButton value={output} what={t('bytes')} />}
          </div>
        </details>
      )}
    </section>
  );
}

/** Why a call failed, as a sentence where the reason is known. */
export function CallFailure({ failure }: { failure: Failure }) {
  const { reason, meaning } = failure;
  return (
    <Notice
      tone="error"
      icon="cross"
      title={meaning === undefined ? t('The call failed') : <ApiMessage of={meaning} />}
    >
      <bdi lang="en" className="mono wrap-any">
        {displayText(reason, 600)}
      </bdi>
    </Notice>
  );
}
