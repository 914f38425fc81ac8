import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { FheCount } from '@/components/chain/fhe-count';
import { EmptyState } from '@/components/ui/empty-state';
import { Meter } from '@/components/ui/meter';
import { Panel } from '@/components/ui/panel';
import { countOf, formatPercent, perMille } from '@/lib/format/number';
import type { Block } from '@/lib/spec/block';

/** The newest blocks: height, age, who made them, what they hold, how full they are. */
export function BlockList({ blocks, symbol }: { blocks: readonly Block[]; symbol: string }) {
  return (
    <Panel title="Latest blocks" id="blocks">
      {blocks.length === 0 ? (
        <EmptyState icon="cube" title="No block is indexed yet">
          The index has just begun; the first blocks appear within moments.
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {blocks.map((block) => (
            <BlockLine key={block.hash} block={block} symbol={symbol} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function BlockLine({ block, symbol }: { block: Block; symbol: string }) {
  const used = BigInt(block.gas_used);
  const limit = BigInt(block.gas_limit);
  const share = formatPercent(used, limit) ?? '0 %';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2 text-sm hover:bg-hover">
      <p className="flex items-baseline gap-2">
        <span className="text-base font-medium" title={block.hash}>
          <BlockLink height={block.height} />
        </span>
        <Age timestamp={block.timestamp} className="text-faint" />
      </p>
      <p className="flex items-center justify-end gap-2">
        <FheCount count={block.fhe_operations_count} />
        {countOf(block.transactions_count, 'transaction')}
      </p>
      <p className="flex min-w-0 items-center gap-1.5">
        <span className="sr-only">Made by</span>
        <AddressLabel address={block.miner} />
        {block.transaction_fees !== null && block.transaction_fees !== '0' && (
          <CoinAmount
            wei={block.transaction_fees}
            symbol={symbol}
            className="ml-2 hidden text-faint sm:inline"
          />
        )}
      </p>
      <p className="flex w-36 items-center justify-end gap-2 text-xs text-faint">
        <span className="w-20">
          <Meter
            label={`${share} of its gas used`}
            stretches={[{ perMille: perMille(used, limit), className: 'fill-accent' }]}
          />
        </span>
        <span className="w-12 text-right">{share}</span>
      </p>
    </li>
  );
}
