import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { BlockLink } from '@/components/chain/block-link';
import { ChainLink } from '@/components/chain/chain-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Meter } from '@/components/ui/meter';
import { Panel } from '@/components/ui/panel';
import type { FheBlock } from '@/lib/endpoints/fhe-activity';
import { formatShare, groupDigits, perMille } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { OperationsCount } from './fhe-count';

const BARS = 48;
const ROWS = 10;

/** The newest blocks with FHE operations: bars of their HCU, then the newest as rows, against the cap where there is one. */
export function FheBlocksPanel({ blocks }: { blocks: readonly FheBlock[] }) {
  const largest = blocks.reduce((most, { total_hcu: hcu }) => (BigInt(hcu) > most ? BigInt(hcu) : most), 0n);
  return (
    <Panel title={t('HCU by block')} id="blocks" aside={t('blocks with FHE operations, newest last')}>
      <ol className="flex items-end gap-0.5 px-4 pt-3">
        {[...blocks.slice(0, BARS)].reverse().map((block) => (
          <li key={block.height} className="min-w-0 max-w-6 flex-1">
            <Bar block={block} largest={largest} />
          </li>
        ))}
      </ol>
      <p className="label px-4 pt-1 pb-2">{t('highest: {hcu} HCU', { hcu: groupDigits(largest) })}</p>
      <DataTable
        caption={t('Blocks with FHE operations, newest first')}
        columns={columnsFor(largest)}
        rows={blocks.slice(0, ROWS)}
        narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
      />
    </Panel>
  );
}

function Bar({ block, largest }: { block: FheBlock; largest: bigint }) {
  const height = perMille(BigInt(block.total_hcu), largest);
  const words = t('Block #{height}: {hcu} HCU, {share}', {
    height: groupDigits(block.height),
    hcu: groupDigits(block.total_hcu),
    share: describeShare(block),
  });
  return (
    <ChainLink
      to={`/block/${block.height}`}
      aria-label={words}
      title={words}
      className="block rounded-xs px-px hover:bg-hover"
    >
      <svg aria-hidden="true" viewBox="0 0 10 1000" preserveAspectRatio="none" className="h-16 w-full">
        <rect y="988" width="10" height="12" className="fill-line" />
        <rect y={1000 - height} width="10" height={height} className={fillOf(block)} />
      </svg>
    </ChainLink>
  );
}

/** How full the block was for the deployment that came nearest to its cap; undefined without a cap. */
function fullestOf({ deployments }: FheBlock) {
  const capped = deployments.flatMap(({ metered_hcu: used, limits: { per_block: cap } }) =>
    cap === null ? [] : [{ used: BigInt(used), cap: BigInt(cap) }],
  );
  return capped.sort((one, other) => Number(other.used * one.cap - one.used * other.cap))[0];
}

function fillOf(block: FheBlock): string {
  const fullest = fullestOf(block);
  return fullest !== undefined && perMille(fullest.used, fullest.cap) >= 900 ? 'fill-error' : 'fill-secret';
}

function describeShare(block: FheBlock): string {
  const fullest = fullestOf(block);
  return fullest === undefined
    ? t('no cap')
    : t('{share} of the cap', { share: formatShare(fullest.used, fullest.cap) });
}

function columnsFor(largest: bigint): Column<FheBlock>[] {
  return [
    {
      head: msg('Block'),
      className: 'max-md:order-1',
      cell: ({ height }) => <BlockLink height={height} className="font-medium" />,
    },
    {
      head: msg('Time'),
      className: 'aside-cell',
      cell: ({ timestamp }) => <Age timestamp={timestamp} className="text-soft" />,
    },
    {
      head: msg('Operations'),
      className: 'md:text-end max-md:order-5',
      cell: ({ fhe_operations_count: count }) => <OperationsCount count={count} />,
    },
    {
      head: msg('HCU'),
      className: 'max-md:order-6 max-md:justify-self-end',
      cell: (block) => <Hcu block={block} largest={largest} />,
    },
    {
      head: msg('Most by'),
      className: 'max-md:order-3 max-md:col-span-2 md:w-1/3',
      cell: ({ deployments }) => <MostBy deployments={deployments} />,
    },
  ];
}

function Hcu({ block, largest }: { block: FheBlock; largest: bigint }) {
  const { used, cap } = fullestOf(block) ?? { used: BigInt(block.total_hcu), cap: largest };
  return (
    <span className="flex items-center gap-3 max-md:justify-end">
      <span className="w-20 text-end">{groupDigits(block.total_hcu)}</span>
      <span className="w-16 shrink-0 max-lg:hidden">
        <Meter
          label={describeShare(block)}
          stretches={[{ perMille: perMille(used, cap), className: fillOf(block) }]}
        />
      </span>
      <span className="whitespace-nowrap text-xs text-faint">{describeShare(block)}</span>
    </span>
  );
}

function MostBy({ deployments }: Pick<FheBlock, 'deployments'>) {
  const [first, ...rest] = deployments
    .flatMap(({ callers }) => callers)
    .sort((one, other) => other.total_hcu - one.total_hcu);
  if (first === undefined) return null;
  if (first.caller === null) return <span className="text-faint">{t('unknown caller')}</span>;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2">
      <AddressLabel address={first.caller} />
      {rest.length > 0 && <span className="text-xs whitespace-nowrap text-faint">+{rest.length}</span>}
    </span>
  );
}
