import { sendShareImage } from '@/app/share-image';
import { EntityCard } from '@/components/layout/share-card';
import { countOf, formatPercent, groupDigits } from '@/lib/format/number';
import { formatUtc } from '@/lib/format/time';
import { getPageBlock, type Params } from './load';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'A block: height, hash, transactions, gas used and time';

/** Open Graph image of a block. */
export default async function BlockImage({ params }: { params: Params }): Promise<Response> {
  const { chain, block } = await getPageBlock(params);
  const fhe = block.fhe_operations_count;
  return sendShareImage((brand) => (
    <EntityCard
      brand={brand}
      chainName={chain.name}
      badges={[
        { text: 'Block' },
        ...(block.proof?.status === 'proven' ? [{ text: 'Proven' }] : []),
        ...(fhe > 0 ? [{ text: countOf(fhe, 'FHE operation') }] : []),
      ]}
      title={`#${groupDigits(block.height)}`}
      subtitle={block.hash}
      facts={[
        { label: 'Transactions', value: groupDigits(block.transactions_count) },
        {
          label: 'Gas used',
          value:
            formatPercent(BigInt(block.gas_used), BigInt(block.gas_limit)) ?? groupDigits(block.gas_used),
        },
        { label: 'Time', value: formatUtc(block.timestamp) },
      ]}
    />
  ));
}
