import type { AbiFunction } from 'viem';
import { EmptyPanel } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { CallOutcome, type Outcome } from './call-outcome';
import { type FormInput, FunctionForm } from './function-form';
import { FunctionGroup, type Group } from './function-group';

type Props = {
  groups: readonly Group[];
  path: string;
  reading: Readonly<{
    selected: string | undefined;
    typed: FormInput;
    outcomes: ReadonlyMap<string, Outcome>;
    refusal: string | undefined;
  }>;
  block: string;
  unit: string;
};

/** Decimals of the units in which integers are shown. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['wei', 0],
  ['gwei', 9],
  ['ether', 18],
]);

const returnsInteger = ({ outputs }: AbiFunction) => outputs.some(({ type }) => /^(u?int|tuple)/.test(type));

/** The functions that only read, as forms that the server answers. */
export function ReadFunctions({ groups, path, reading, block, unit }: Props) {
  const { selected, typed, outcomes, refusal } = reading;
  const constants = groups
    .flatMap(({ functions }) => functions)
    .filter(({ item }) => item.inputs.length === 0);
  if (groups.length === 0)
    return (
      <EmptyPanel icon="none" title={t('No read functions')}>
        {t('Neither an ABI nor the bytecode shows a read-only function.')}
      </EmptyPanel>
    );
  const decimals = UNITS.get(unit);
  const extra = [{ place: 'block', label: t('At block'), hint: t('latest'), value: block }];
  const extraOfIntegers = [
    ...extra,
    { place: 'unit', label: t('Integer unit'), hint: t('wei'), value: unit, options: [...UNITS.keys()] },
  ];
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-soft">
        {t('Read-only calls: nothing is signed or changed.')}
        {constants.length > 0 && (
          <a href={withQuery(path, { fn: 'all', block, unit })}>
            {constants.length > 1
              ? t('Read all {count} without parameters', {
                  count: groupDigits(Math.min(20, constants.length)),
                })
              : t('Read the one without parameters')}
          </a>
        )}
      </p>
      {refusal !== undefined && (
        <Notice tone="error" icon="cross" title={t('Read failed')}>
          {refusal}
        </Notice>
      )}
      {groups.map((group) => (
        <FunctionGroup key={group.title} group={group}>
          {group.functions.map((one) => {
            const outcome = outcomes.get(one.selector);
            return (
              <FunctionForm
                key={one.selector}
                of={one}
                path={path}
                typed={selected === one.selector ? typed : undefined}
                extra={returnsInteger(one.item) ? extraOfIntegers : extra}
                submit="Read"
              >
                {outcome && <CallOutcome item={one.item} outcome={outcome} decimals={decimals} />}
              </FunctionForm>
            );
          })}
        </FunctionGroup>
      ))}
    </>
  );
}
