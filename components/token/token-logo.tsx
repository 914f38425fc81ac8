/** The end of the URL of a logo on a site like this one; ours is fetched from where the page is from. */
const OWN = /\/\d{1,20}\/token\/0x[\da-f]{40}\/logo\?v=[\da-f]{1,64}$/;

/** The logo of a token, next to its name; nothing without one, or for one on another site. */
export function TokenLogo({
  url,
  className = 'size-4',
}: {
  url: string | null | undefined;
  className?: string;
}) {
  const path = url == null ? undefined : OWN.exec(url)?.[0];
  if (path === undefined) return null;
  return (
    // biome-ignore lint/performance/noImgElement: a picture of known size from our own route, which is cached
    <img
      src={path}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      className={`me-1 inline-block shrink-0 rounded-full align-[-3px] ${className}`}
    />
  );
}
