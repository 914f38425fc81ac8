import { CopyButton } from '@/components/ui/copy-button';
import { EmptyPanel } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { CallFailure, type Outcome } from './call-outcome';
import { type FormInput, FunctionForm } from './function-form';
import { FunctionGroup, type Group } from './function-group';
import { SendCall } from './send-call';
import type { Call, Simulation } from './send-steps';

const MAX_RAW = 8_000;

/** The call of the URL and the result of its simulation; `refusal` when it was not simulated. */
export type Writing = Readonly<{
  selected: string | undefined;
  typed: FormInput;
  from: string;
  value: string;
  call: Call | undefined;
  outcome: Outcome | undefined;
  refusal: string | undefined;
}>;

type Props = {
  groups: readonly Group[];
  path: string;
  chain: Readonly<{ id: number; name: string; symbol: string }>;
  writing: Writing;
  simulate: (from: string, call: Call) => Promise<Simulation>;
};

/** The functions that change something: the server writes the calldata, the visitor's wallet signs. */
export function WriteFunctions({ groups, path, chain, writing, simulate }: Props) {
  const { selected, typed, call } = writing;
  if (groups.length === 0)
    return (
      <EmptyPanel icon="none" title={t('No write functions')}>
        {t('Neither an ABI nor the bytecode shows a function that changes state.')}
      </EmptyPanel>
    );
  return (
    <>
      <p className="text-sm text-soft">
        {t(
          'Each form encodes the calldata of a call and simulates it. Only your own wallet signs and sends it; without JavaScript, copy the calldata.',
        )}
      </p>
      {groups.map((group) => (
        <FunctionGroup key={group.title} group={group}>
          {group.functions.map((one) => {
            const isSelected = selected === one.selector;
            const isPayable = one.item.stateMutability === 'payable';
            const value = {
              place: 'value',
              label: t('Amount in {symbol}', { symbol: chain.symbol }),
              hint: '0',
              value: writing.value,
            };
            const from = {
              place: 'from',
              label: t('Simulate as'),
              hint: '0x…',
              value: isSelected ? writing.from : '',
            };
            return (
              <FunctionForm
                key={one.selector}
                of={one}
                path={path}
                typed={isSelected ? typed : undefined}
                extra={isPayable ? [value, from] : [from]}
                submit="Prepare"
              >
                {isSelected && call && (
                  <Prepared call={call} chain={chain} writing={writing} simulate={simulate} />
                )}
              </FunctionForm>
            );
          })}
        </FunctionGroup>
      ))}
    </>
  );
}

type PreparedProps = Pick<Props, 'chain' | 'writing' | 'simulate'> & { call: Call };

function Prepared({ call, chain, writing, simulate }: PreparedProps) {
  const { outcome, refusal, from } = writing;
  const sender = from === '' ? t('the zero address') : from;
  return (
    <section aria-label={t('The call')} className="flex flex-col gap-3">
      {outcome !== undefined && 'output' in outcome && (
        <Notice icon="check" title={t('The simulation succeeded')}>
          <span className="wrap-any">
            {rich(
              'Simulated from {sender} on the latest block. The result may differ when the transaction is mined.',
              { sender },
            )}
          </span>
        </Notice>
      )}
      {outcome !== undefined && !('output' in outcome) && <CallFailure failure={outcome} />}
      {refusal !== undefined && (
        <Notice tone="error" icon="cross" title={t('Not simulated')}>
          {refusal}
        </Notice>
      )}
      <dl className="divide-y divide-line rounded-sm border border-line bg-sunken">
        {[
          [t('To'), call.to],
          [t('Calldata'), call.data],
          [t('Value in wei, hex'), call.value],
        ].map(([label = '', text = '']) => (
          <div key={label} className="grid gap-x-4 px-4 py-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
            <dt className="text-soft">{label}</dt>
            <dd className="mono wrap-any max-h-40 min-w-0 overflow-auto text-xs">
              {displayText(text, MAX_RAW)}
            </dd>
            <dd>{text.length <= MAX_RAW && <CopyButton value={text} what={label.toLowerCase()} />}</dd>
          </div>
        ))}
      </dl>
      <SendCall call={call} chain={chain} simulate={simulate} />
    </section>
  );
}
