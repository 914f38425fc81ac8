import { Disclosure } from '@/components/ui/disclosure';
import { Markup } from '@/components/ui/markup';
import { Panel } from '@/components/ui/panel';
import type { Contract } from '@/lib/endpoints/contract';
import type { GuessedFunction } from '@/lib/evm/guess-functions';
import { describeAbiEntry } from '@/lib/format/abi-entry';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

const MAX_SHOWN = 200;

type Props = { guessed: readonly GuessedFunction[]; learned: Contract['learned_functions'] };

/** Functions of a contract without ABI, by the selectors in its code: every name is a guess. */
export function GuessedFunctions({ guessed, learned: named }: Props) {
  if (guessed.length === 0) return null;
  const rest = guessed.slice(MAX_SHOWN);
  const learned = new Map(named?.map((one) => [one.selector, one.signature]));
  return (
    <Panel title={t('Functions derived from the bytecode')} id="guessed" aside={groupDigits(guessed.length)}>
      <p className="border-b border-line px-4 py-2 text-sm text-soft">
        {t(
          'An analysis of the bytecode found these selectors and types. The names are those of known functions with the same selector: a guess, as selectors can collide.',
        )}
      </p>
      <FunctionList guessed={guessed.slice(0, MAX_SHOWN)} learned={learned} />
      {rest.length > 0 && (
        <div className="border-t border-line">
          <Disclosure
            title={t('{count, plural, one {# more function} other {# more functions}}', {
              count: rest.length,
            })}
          >
            <FunctionList guessed={rest} learned={learned} />
          </Disclosure>
        </div>
      )}
    </Panel>
  );
}

type ListProps = {
  guessed: readonly GuessedFunction[];
  learned: ReadonlyMap<string, string>;
};

function FunctionList({ guessed, learned }: ListProps) {
  return (
    <Markup tag="ul" attributes={{ className: 'flex flex-col gap-1 px-4 py-3 text-xs' }}>
      {guessed.map(({ selector, candidates, ...found }) => (
        <li key={selector} className="mono wrap-any flex flex-wrap gap-x-3">
          <span className="text-faint">{selector}</span>
          {candidates.length === 0 ? (
            <UnknownName signature={learned.get(selector)} found={found} />
          ) : (
            <bdi>
              {candidates
                .slice(0, 3)
                .map((item) => displayText(describeAbiEntry({ ...item }), 200))
                .join(' or ')}
            </bdi>
          )}
        </li>
      ))}
    </Markup>
  );
}

type UnknownProps = {
  signature: string | undefined;
  found: Pick<GuessedFunction, 'argument_types' | 'state_mutability'>;
};

/** The name that a signature database has for a selector; else what the code tells. */
function UnknownName({ signature, found }: UnknownProps) {
  const types = found.argument_types === null ? '' : ` (${found.argument_types})`;
  return signature === undefined ? (
    <span>
      <span className="text-faint">{t('unknown')}</span>
      <bdi>{displayText(`${types} ${found.state_mutability ?? ''}`, 200)}</bdi>
    </span>
  ) : (
    <bdi title={t('By a signature database')}>{displayText(signature, 200)}</bdi>
  );
}
