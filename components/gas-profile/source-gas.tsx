import { AddressLabel } from '@/components/chain/address';
import { ChainLink } from '@/components/chain/chain-link';
import { HighlightedParts } from '@/components/contract/highlighted-parts';
import { MissingNote } from '@/components/live/missing-note';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { highlightLines } from '@/lib/format/highlight';
import { groupDigits } from '@/lib/format/number';
import { sourceHref } from '@/lib/format/source-href';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { contractOf } from './contract-of';
import { Icicle } from './icicle';
import { type LineRow, listLineRows } from './list-line-rows';

type Lines = NonNullable<GasProfile['lines']>;
type GasFunction = Lines['functions'][number];

const MAX_FUNCTIONS = 20;
const MAX_PATH = 120;
const GAS_WIDTH = 9;

/** Gas by function and by line of the sources that are known, or why it is not known. */
export function SourceGas({ profile, path }: { profile: GasProfile; path: string }) {
  const { lines, lines_meta: meta } = profile;
  const why = meta !== null && <MissingNote of={meta} />;
  if (lines === null)
    return (
      why && (
        <Panel title={t('Gas by function')} id="functions">
          {why}
        </Panel>
      )
    );
  return (
    <>
      <Panel title={t('Gas by function')} id="functions">
        <Icicle profile={profile} frames={lines.frames} path={path} />
        {why}
        <DataTable
          caption={t('Gas by function, the most own gas first')}
          columns={FUNCTIONS}
          rows={lines.functions.slice(0, MAX_FUNCTIONS)}
        />
      </Panel>
      <Panel
        title={t('Gas by line')}
        id="lines"
        aside={t('{count, plural, one {# line} other {# lines}}', { count: lines.lines_count })}
      >
        <DataTable
          caption={t('Gas by line, the most own gas first; all rows add up to the gas used')}
          columns={LINES}
          rows={listLineRows(profile, lines)}
        />
      </Panel>
      {lines.excerpts.map((excerpt, at) => {
        const id = `lines-${at + 1}`;
        return <Excerpt key={id} id={id} excerpt={excerpt} />;
      })}
    </>
  );
}

const RIGHT = 'md:text-end max-md:justify-self-end';

type Place = Pick<GasFunction, 'address' | 'path' | 'line'>;

/** `isNamed`: with the contract, where nothing beside it tells that. */
function PlaceLink({ address, path, line, isNamed = false }: Place & { isNamed?: boolean }) {
  return (
    <ChainLink to={sourceHref(address.hash, path, line)} className="mono wrap-any text-xs">
      {displayText(path, MAX_PATH)}:{line}
      {isNamed && <span className="sr-only"> {contractOf(address)}</span>}
    </ChainLink>
  );
}

const FUNCTIONS: readonly Column<GasFunction>[] = [
  {
    head: msg('Function'),
    cell: (row) => (
      <span className="wrap-any">
        <code className="mono">{displayText(row.function, MAX_PATH)}</code> <PlaceLink {...row} />
      </span>
    ),
  },
  {
    head: msg('Contract'),
    className: 'max-md:hidden md:w-1/4 md:max-w-0',
    cell: ({ address }) => <AddressLabel address={address} />,
  },
  { head: msg('Calls'), className: 'md:text-end max-md:hidden', cell: ({ calls }) => groupDigits(calls) },
  { head: msg('Own gas'), className: RIGHT, cell: ({ own_gas: own }) => groupDigits(own) },
  {
    head: msg('Total gas'),
    className: 'md:text-end max-md:hidden text-soft',
    cell: ({ total_gas: total }) => groupDigits(total),
  },
];

const LINES: readonly Column<LineRow>[] = [
  {
    head: msg('Line'),
    className: 'max-md:order-1',
    cell: ({ line, name }) =>
      line === undefined ? (
        <span className="text-soft">{name === undefined ? null : t(name)}</span>
      ) : (
        <span className="wrap-any">
          <PlaceLink {...line} />{' '}
          {line.function !== null && <code className="mono">{displayText(line.function, MAX_PATH)}</code>}
        </span>
      ),
  },
  {
    head: msg('Contract'),
    className: 'max-md:order-3 max-md:col-span-2 md:w-1/4 md:max-w-0',
    cell: ({ line }) => line !== undefined && <AddressLabel address={line.address} />,
  },
  {
    head: msg('Executed'),
    className: 'md:text-end max-md:hidden',
    cell: ({ line }) =>
      line !== undefined && t('{count, plural, one {# time} other {# times}}', { count: line.count }),
  },
  { head: msg('Own gas'), className: `${RIGHT} max-md:order-2`, cell: ({ gas }) => groupDigits(gas) },
  {
    head: msg('Gas of calls'),
    className: 'md:text-end max-md:hidden text-soft',
    cell: ({ line }) => line !== undefined && line.inner_gas !== '0' && groupDigits(line.inner_gas),
  },
];

/** A function's lines, each with its own gas and that of the calls it made. */
function Excerpt({ excerpt, id }: { excerpt: Lines['excerpts'][number]; id: string }) {
  const { address, path, lines, first_line: first } = excerpt;
  const text = lines.map((line) => line.text).join('\n');
  const shown = { from: 1, to: lines.length };
  return (
    <Panel
      title={t('Gas of {function} in {contract}', {
        function: displayText(excerpt.function, MAX_PATH),
        contract: contractOf(address),
      })}
      id={id}
      aside={<PlaceLink address={address} path={path} line={first} isNamed />}
    >
      <ScrollArea label={t('Source code with its gas')} className="bg-sunken">
        <pre className="mono text-xs">
          <code className="code">
            {highlightLines(text, path.endsWith('.sol') ? 'solidity' : null, shown).map(
              ({ parts }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
                <span key={index} className={isUsed(lines[index]) ? 'is-line' : undefined}>
                  <ChainLink to={sourceHref(address.hash, path, first + index)}>{first + index}</ChainLink>
                  <span className="sr-only">{sayGas(lines[index])}</span>
                  <span className="text-soft" aria-hidden="true">
                    {gasOf(lines[index])}
                  </span>
                  {'  '}
                  <HighlightedParts parts={parts} />
                </span>
              ),
            )}
          </code>
        </pre>
      </ScrollArea>
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {t('Beside each line its own gas, then that of the calls of contracts that it made.')}
      </p>
    </Panel>
  );
}

type ExcerptLine = Lines['excerpts'][number]['lines'][number];

const isUsed = (line: ExcerptLine | undefined) => line?.own_gas != null;

function sayGas(line: ExcerptLine | undefined): string | null {
  if (line?.own_gas == null) return null;
  const [own, inner] = [groupDigits(line.own_gas), groupDigits(line.inner_gas ?? '0')];
  return ` ${t('own gas {own}, gas of calls {inner}', { own, inner })}: `;
}

function gasOf(line: ExcerptLine | undefined): string {
  const column = (gas: string | null | undefined) =>
    (gas == null || gas === '0' ? '' : groupDigits(gas)).padStart(GAS_WIDTH);
  return `${column(line?.own_gas)} ${column(line?.inner_gas)}`;
}
