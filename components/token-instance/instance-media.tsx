import { Identicon } from '@/components/chain/identicon';
import type { TokenInstance } from '@/lib/endpoints/token';

/** The pictures that a browser draws without running anything. */
const IMAGE = /^data:image\/(svg\+xml|png|gif|webp|jpeg|avif)[;,]/i;

/** The picture of an NFT that stands on the chain itself, undefined when there is none. Remote ones are never loaded. */
export function onChainImage(instance: Pick<TokenInstance, 'image_url' | 'media_url'>): string | undefined {
  return [instance.image_url, instance.media_url].find((url) => url !== null && IMAGE.test(url)) ?? undefined;
}

/**
 * The picture of an NFT. It is an `img`, where neither scripts nor further requests of a drawing run; without a
 * picture on the chain the place is filled with the collection's own pattern.
 */
export function InstanceMedia(props: {
  instance: Pick<TokenInstance, 'id' | 'image_url' | 'media_url'> | undefined;
  collection: string;
  /** What the picture shows, empty where the name stands beside it. */
  name: string;
}) {
  const image = props.instance && onChainImage(props.instance);
  return (
    <div className="grid aspect-square w-full place-items-center overflow-hidden bg-sunken">
      {image === undefined ? (
        <span className="opacity-40 [&_svg]:size-16">
          <Identicon address={props.collection} />
        </span>
      ) : (
        // biome-ignore lint/performance/noImgElement: a data: URI needs no resizing service
        <img src={image} alt={props.name} className="size-full object-contain" />
      )}
    </div>
  );
}
