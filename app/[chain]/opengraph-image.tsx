import { sendShareImage } from '@/app/share-image';
import { EntityCard } from '@/components/layout/share-card';
import { callExtra } from '@/lib/client/call';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { groupDigits } from '@/lib/format/number';
import { getChain } from './get-chain';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'A chain: its indexed blocks, transactions and addresses';

const SECONDS = 300;

/** Open Graph image of a chain, for its home page and its lists. */
export default async function ChainImage({
  params,
}: {
  params: Promise<{ chain: string }>;
}): Promise<Response> {
  const chain = await getChain(params);
  const status = await callExtra(getIndexingStatus, { chain: chain.id, params: {} });
  const facts = [
    { label: 'Latest block', value: status?.indexed_block ?? null },
    { label: 'Transactions', value: status?.transactions_count ?? null },
    { label: 'Addresses', value: status?.addresses_count ?? null },
  ];
  return sendShareImage(
    (brand) => (
      <EntityCard
        brand={brand}
        chainName={`chain ${chain.id}`}
        badges={[{ text: 'Block explorer' }]}
        title={chain.name}
        facts={facts.flatMap(({ label, value }) =>
          value === null ? [] : [{ label, value: groupDigits(value) }],
        )}
      />
    ),
    SECONDS,
  );
}
