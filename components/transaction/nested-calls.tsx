import { type AddressNames, tokenAt, type Units } from '@/components/chain/amount-value';
import { CallParameters } from '@/components/chain/call-parameters';
import { ChainLink } from '@/components/chain/chain-link';
import { Disclosure } from '@/components/ui/disclosure';
import { rich } from '@/components/ui/rich';
import type { Transaction } from '@/lib/endpoints/transaction';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { listDecodedBytes } from './list-decoded-bytes';

const INDENTS = ['', 'ms-4 border-s', 'ms-8 border-s', 'ms-12 border-s', 'ms-16 border-s'];

/** More of them are folded: the list is to be seen at a glance. */
const MAX_OPEN = 4;

type Props = { calls: Transaction['nested_calls']; count: number; units: Units; names: AddressNames };

/** The calls that the input holds, each below the one that holds it. */
export function NestedCalls({ calls, count, units, names }: Props) {
  const all = Math.max(count, calls.length);
  if (all === 0) return null;
  return (
    <section aria-label={t('Calls in the input data')} className="border-b border-line">
      <h3 className="label px-4 pt-2.5 pb-1 font-medium">
        {t('{count, plural, one {# call} other {# calls}} in the input data', { count: all })}
        {all > calls.length && (
          <span className="font-normal text-soft">
            {' · '}
            {t('{decoded} of {all} decoded', { decoded: calls.length, all })}
          </span>
        )}
      </h3>
      <ol>
        {calls.map(({ depth, parameter, to, call, declared_inputs: inputs, source }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: equal calls are told apart by their order alone
            key={index}
            className={`border-line ${INDENTS[Math.min(depth, INDENTS.length) - 1] ?? ''}`}
          >
            <Disclosure
              isOpen={calls.length <= MAX_OPEN}
              title={
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="mono text-xs font-normal text-faint">{displayText(parameter, 60)}</span>
                  <bdi className="mono wrap-any text-accent">
                    {displayText(call.method_call.split('(', 1)[0] ?? '', 60)}
                  </bdi>
                  {source === 'guess' && (
                    <span className="text-xs font-normal text-faint">{t('guessed')}</span>
                  )}
                </span>
              }
              aside={
                to === null ? undefined : <span className="mono whitespace-nowrap">{shortenHash(to)}</span>
              }
            >
              {to !== null && (
                <p className="wrap-any px-4 pt-1 text-sm text-soft">
                  {rich('to {contract}', {
                    contract: (
                      <ChainLink to={`/address/${to}`} className="mono" data-same={to.toLowerCase()}>
                        {to}
                      </ChainLink>
                    ),
                  })}
                </p>
              )}
              <CallParameters
                call={call}
                inputs={inputs}
                token={to === null ? undefined : tokenAt(units, to)}
                {...{ units, names }}
                decoded={listDecodedBytes(calls, index)}
              />
            </Disclosure>
          </li>
        ))}
      </ol>
    </section>
  );
}
