import { GasPrice } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { Sparkline } from '@/components/charts/sparkline';
import { rich } from '@/components/ui/rich';
import type { GasPrices } from '@/lib/endpoints/gas';
import { formatChange } from '@/lib/format/chart-value';
import { t } from '@/lib/language/t';

const WEI_PER_GWEI = 1e9;

/** Base fees of the latest blocks as a line, with the lowest, the highest and the change in words. */
export function BaseFeeChart({ blocks }: { blocks: GasPrices['blocks'] }) {
  const known = blocks.filter((block) => block.base_fee_per_gas !== null).reverse();
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  const sorted = [...known].sort((one, other) => Number(feeOf(one) - feeOf(other)));
  const change = formatChange(String(feeOf(first)), String(feeOf(last)));
  return (
    <div className="px-4 py-3">
      <Sparkline
        points={known.map((block) => ({ value: Number(feeOf(block)) / WEI_PER_GWEI, isApproximate: false }))}
        label={t('Base fees of blocks {first} to {last}', { first: first.height, last: last.height })}
        className="h-32"
      />
      <p dir="ltr" className="mt-1 flex justify-between text-xs text-soft">
        <BlockLink height={first.height} />
        <BlockLink height={last.height} />
      </p>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        <Extreme label={t('Lowest')} block={sorted[0] ?? first} />
        <Extreme label={t('Highest')} block={sorted.at(-1) ?? last} />
        {change !== undefined && (
          <div className="flex flex-wrap justify-between gap-x-3">
            <dt className="text-soft">{t('Change')}</dt>
            <dd>
              <bdi>{change}</bdi> <span className="text-soft">{t('since')}</span>{' '}
              <BlockLink height={first.height} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Extreme({ label, block }: { label: string; block: GasPrices['blocks'][number] }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-soft">{label}</dt>
      <dd>
        {rich('{gasPrice} <soft>in</soft> {block}', {
          gasPrice: <GasPrice wei={block.base_fee_per_gas} />,
          soft: (words) => <span className="text-soft">{words}</span>,
          block: <BlockLink height={block.height} />,
        })}
      </dd>
    </div>
  );
}

function feeOf(block: GasPrices['blocks'][number]): bigint {
  return BigInt(block.base_fee_per_gas ?? 0);
}
