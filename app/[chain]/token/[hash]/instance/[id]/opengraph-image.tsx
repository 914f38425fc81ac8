import { sendShareImage } from '@/app/share-image';
import { EntityCard } from '@/components/layout/share-card';
import { instanceTitle } from '@/components/token-instance/instance-name';
import { shortenHash, shortenTokenId } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { getPageInstance, type InstanceParams } from '../../load';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'An NFT: name, collection, owner and number of transfers';

/** Open Graph image of an NFT. */
export default async function InstanceImage({ params }: { params: InstanceParams }): Promise<Response> {
  const { chain, token, instance, id, collection, transfersCount } = await getPageInstance(params);
  const owner = instance?.owner?.hash;
  return sendShareImage((brand) => (
    <EntityCard
      brand={brand}
      chainName={chain.name}
      badges={[{ text: token?.type ?? 'NFT' }]}
      title={displayText(instanceTitle(instance, id), 60)}
      subtitle={`${token?.name == null ? 'Collection' : displayText(token.name, 30)} ${collection}`}
      facts={[
        { label: 'Token ID', value: `#${shortenTokenId(id)}` },
        ...(owner === undefined ? [] : [{ label: 'Owner', value: shortenHash(owner) }]),
        { label: 'Transfers', value: groupDigits(transfersCount) },
      ]}
    />
  ));
}
