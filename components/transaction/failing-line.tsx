import { AddressLabel } from '@/components/chain/address';
import { ChainLink } from '@/components/chain/chain-link';
import { HighlightedParts } from '@/components/contract/highlighted-parts';
import { MissingNote } from '@/components/live/missing-note';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { FailingLine as Answer } from '@/lib/endpoints/failing-line';
import { highlightLines } from '@/lib/format/highlight';
import { withQuery } from '@/lib/format/link';
import { sourceHref } from '@/lib/format/source-href';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

type Place = NonNullable<Answer['place']>;
type Frame = Answer['frames'][number];

const MAX_PATH = 120;

/** The line of source at which a transaction failed, with the functions that led there; or why it is not known. */
export function FailingLine({ failure, path }: { failure: Answer | undefined; path: string }) {
  if (failure === undefined) return null;
  const { place, frames, frames_count: count, meta } = failure;
  const why = meta !== null && <MissingNote of={meta} />;
  if (place === null)
    return (
      why && (
        <Panel id="failing-line" title={t('Where it failed')}>
          {why}
        </Panel>
      )
    );
  return (
    <Panel
      id="failing-line"
      title={place.is_origin ? t('Where it failed') : t('Where the call that failed was made')}
      aside={
        <span className="flex flex-wrap gap-x-3">
          <a href={withQuery(`${path}/debug`, { to: 'failure' })} rel="nofollow" className="no-print">
            {t('Step through')}
          </a>
          <PlaceLink place={place} />
        </span>
      }
    >
      <Excerpt place={place} />
      {why}
      <Stack frames={frames} count={count} />
    </Panel>
  );
}

function PlaceLink({ place: { address, path, line } }: { place: Place }) {
  return (
    <ChainLink to={sourceHref(address.hash, path, line)} className="mono wrap-any">
      {displayText(path, MAX_PATH)}:{line}
    </ChainLink>
  );
}

function Excerpt({ place: { address, excerpt, line, path } }: { place: Place }) {
  const lines = highlightLines(excerpt.lines.join('\n'), path.endsWith('.sol') ? 'solidity' : null, {
    from: 1,
    to: excerpt.lines.length,
  });
  return (
    <ScrollArea label={t('Source code')} className="bg-sunken">
      <pre className="mono text-xs">
        <code className="code">
          {lines.map(({ parts }, index) => {
            const number = excerpt.first_line + index;
            return (
              <span key={number} className={number === line ? 'is-line' : undefined}>
                <ChainLink
                  to={sourceHref(address.hash, path, number)}
                  aria-current={number === line ? 'location' : undefined}
                >
                  {number}
                </ChainLink>
                <HighlightedParts parts={parts} />
              </span>
            );
          })}
        </code>
      </pre>
    </ScrollArea>
  );
}

/** The functions, the innermost first, by the calls of contracts that they are in. */
function Stack({ frames, count }: { frames: readonly Frame[]; count: number }) {
  return (
    <ol
      aria-label={t('Functions that led there, the last first')}
      className="border-t border-line px-4 py-2 text-sm"
    >
      {frames.toReversed().map((frame, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a frame has no other name
        <li key={index} className="py-1">
          <span className="text-soft">
            {frame.address === null ? (
              t('Creation of a contract')
            ) : (
              <>
                {frame.method !== null && (
                  <code className="mono wrap-any">{displayText(methodOf(frame), 200)} </code>
                )}
                {rich('in {contract}', { contract: <AddressLabel address={frame.address} /> })}
              </>
            )}
          </span>
          {frame.functions.length > 0 && (
            <ul className="ps-4">
              {frame.functions.toReversed().map(({ function: name, path, line }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a function may be in it several times
                <li key={place} className="mono wrap-any text-xs">
                  {name !== null && `${displayText(name, 120)} `}
                  <span className="text-soft">
                    {displayText(path, MAX_PATH)}:{line}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {frame.functions_count > frame.functions.length && (
            <span className="text-xs text-soft">
              {t('{count, plural, one {# function more} other {# functions more}}', {
                count: frame.functions_count - frame.functions.length,
              })}
            </span>
          )}
        </li>
      ))}
      {count > frames.length && (
        <li className="text-xs text-soft">
          {t('{count, plural, one {# call between is left out} other {# calls between are left out}}', {
            count: count - frames.length,
          })}
        </li>
      )}
    </ol>
  );
}

/** With its arguments where they are known. */
function methodOf({ method, decoded_input: call }: Frame): string {
  if (call === null) return method ?? '';
  const values = call.parameters.map(({ value }) => (typeof value === 'string' ? value : '[…]'));
  return `${method ?? ''}(${values.join(', ')})`;
}
