import { ChainLink } from '@/components/chain/chain-link';
import type { Block } from '@/lib/endpoints/block';
import { formatShare, groupDigits, perMille } from '@/lib/format/number';
import { t } from '@/lib/language/t';

const HEIGHT = 1000;
/** Bars that fit a wide window. */
export const STRIP_BLOCKS = 24;
/** Bars that fit a narrow window. */
const NARROW_BLOCKS = 12;

/**
 * Latest blocks as bars, oldest first: gas used, with HCU next to it if any, relative to the fullest block shown.
 * Bars are keyed by position, so that a new block resizes them without moving anything.
 */
export function BlockStrip({ blocks }: { blocks: readonly Block[] }) {
  if (blocks.length === 0) return null;
  const maxGas = largest(blocks.map((block) => BigInt(block.gas_used)));
  const maxHcu = largest(blocks.map((block) => BigInt(block.total_hcu)));
  // columns of their own: a browser that has read a part of the bars draws them where they stay
  const columns = blocks.length < STRIP_BLOCKS ? 'flex' : 'grid grid-cols-12 md:grid-cols-24';
  return (
    <section
      aria-label={t('Gas used per block')}
      className="rounded-md border border-line bg-surface px-3 pt-3 pb-2 shadow-panel"
    >
      <ol className={`${columns} gap-0.5 sm:gap-1`} data-hold="">
        {[...[...blocks].reverse().entries()].map(([position, block]) => (
          <li
            key={position}
            className={`min-w-0 flex-1 ${position < blocks.length - NARROW_BLOCKS ? 'max-md:hidden' : ''}`}
          >
            <StripBlock block={block} maxGas={maxGas} maxHcu={maxHcu} />
          </li>
        ))}
      </ol>
      <p className="label mt-1 flex flex-wrap justify-between gap-x-4">
        <span className="flex items-center gap-3">
          <Key className="fill-accent" text={t('gas used')} />
          {maxHcu > 0n && <Key className="fill-secret" text={t('HCU used')} />}
        </span>
        <span>
          {maxHcu > 0n
            ? t('highest: {gas} gas, {hcu} HCU', { gas: groupDigits(maxGas), hcu: groupDigits(maxHcu) })
            : t('highest: {gas} gas', { gas: groupDigits(maxGas) })}
        </span>
      </p>
    </section>
  );
}

function largest(values: readonly bigint[]): bigint {
  return values.reduce((max, value) => (value > max ? value : max), 0n);
}

function Key({ className, text }: { className: string; text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
        <rect width="8" height="8" rx="1.5" className={className} />
      </svg>
      {text}
    </span>
  );
}

function StripBlock({ block, maxGas, maxHcu }: { block: Block; maxGas: bigint; maxHcu: bigint }) {
  const gas = perMille(BigInt(block.gas_used), maxGas);
  const hcu = perMille(BigInt(block.total_hcu), maxHcu);
  return (
    <ChainLink
      to={`/block/${block.height}`}
      aria-label={describe(block)}
      title={describe(block)}
      className="block rounded-xs px-0.5 pt-1 hover:bg-hover"
    >
      <svg aria-hidden="true" viewBox={`0 0 10 ${HEIGHT}`} preserveAspectRatio="none" className="h-16 w-full">
        <rect y={HEIGHT - 12} width="10" height="12" className="fill-line" />
        <Bar height={gas} x={0} width={hcu > 0 ? 5.5 : 10} className="fill-accent" />
        {hcu > 0 && <Bar height={hcu} x={6} width={4} className="fill-secret" />}
      </svg>
      <span className="block truncate text-center text-2xs text-faint max-xs:hidden">
        {String(block.height).slice(-4)}
      </span>
    </ChainLink>
  );
}

function Bar(props: { height: number; x: number; width: number; className: string }) {
  const height = props.height === 0 ? 0 : Math.max(props.height, 12);
  return (
    <rect
      x={props.x}
      y={HEIGHT - height}
      width={props.width}
      height={height}
      className={`strip-bar ${props.className}`}
    />
  );
}

function describe(block: Block): string {
  const share = formatShare(BigInt(block.gas_used), BigInt(block.gas_limit));
  return t(
    'Block #{height}: {count, plural, one {# transaction} other {# transactions}}, {share} of the gas limit{operations, plural, =0 {} one {, # FHE operation} other {, # FHE operations}}',
    {
      height: groupDigits(block.height),
      count: block.transactions_count,
      share,
      operations: block.fhe_operations_count,
    },
  );
}
