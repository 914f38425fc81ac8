import { Identicon } from '@/components/chain/identicon';
import type { TokenInstance } from '@/lib/endpoints/token';
import { t } from '@/lib/language/t';
import { isDrawableRaster } from './raster-size';
import { isDrawableSvg } from './svg-cost';

/** Image types that a browser renders. */
const IMAGE = /^data:image\/(svg\+xml|png|gif|webp|jpeg|avif)[;,]/i;

/** On-chain image (data: URI) of an NFT; undefined if none that a page can bear. Remote ones are never loaded. */
export function onChainImage(instance: Pick<TokenInstance, 'image_url' | 'media_url'>): string | undefined {
  return [instance.image_url, instance.media_url].find((url) => url !== null && isDrawable(url)) ?? undefined;
}

/** What the picture is. */
export function describeMedia(instance: Pick<TokenInstance, 'image_url' | 'media_url'> | undefined): string {
  if (instance && onChainImage(instance) !== undefined) return t('Image from on-chain data');
  const isThere = [instance?.image_url, instance?.media_url].some((url) => url != null && IMAGE.test(url));
  return isThere
    ? t(
        'The on-chain image would stall the browser, so it is not drawn: pattern generated for the collection',
      )
    : t('No on-chain image: pattern generated for the collection');
}

/** The API gives images in base64. */
function isDrawable(url: string): boolean {
  const [, type] = IMAGE.exec(url) ?? [];
  if (type === undefined) return false;
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return type.toLowerCase() === 'svg+xml' ? isDrawableSvg(bytes.toString('utf8')) : isDrawableRaster(bytes);
}

/**
 * Image of an NFT, or the collection's identicon. Always an `img`, in which SVG scripts and subresources do not run.
 */
export function InstanceMedia(props: {
  instance: Pick<TokenInstance, 'id' | 'image_url' | 'media_url'> | undefined;
  collection: string;
  /** Alternative text; empty if the name is next to it. */
  name: string;
  /** Where this site has the picture, for one that is too large for the page. */
  src?: string | undefined;
}) {
  const image = props.instance && onChainImage(props.instance);
  return (
    <div className="grid aspect-square w-full place-items-center overflow-hidden bg-sunken">
      {image === undefined ? (
        <span className="opacity-40 [&_svg]:size-16">
          <Identicon address={props.collection} />
        </span>
      ) : (
        // biome-ignore lint/performance/noImgElement: a picture on chain needs no resizing service
        <img
          src={props.src ?? image}
          alt={props.name}
          loading={props.src === undefined ? undefined : 'lazy'}
          className="size-full object-contain"
        />
      )}
    </div>
  );
}
