import { Identicon } from '@/components/chain/identicon';
import type { TokenInstance } from '@/lib/endpoints/token';

/** Image types that a browser renders. */
const IMAGE = /^data:image\/(svg\+xml|png|gif|webp|jpeg|avif)[;,]/i;

/** On-chain image (data: URI) of an NFT; undefined if none. Remote ones are never loaded. */
export function onChainImage(instance: Pick<TokenInstance, 'image_url' | 'media_url'>): string | undefined {
  return [instance.image_url, instance.media_url].find((url) => url !== null && IMAGE.test(url)) ?? undefined;
}

/**
 * Image of an NFT, or the collection's identicon. Always an `img`, in which SVG scripts and subresources do not run.
 */
export function InstanceMedia(props: {
  instance: Pick<TokenInstance, 'id' | 'image_url' | 'media_url'> | undefined;
  collection: string;
  /** Alternative text; empty if the name is next to it. */
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
