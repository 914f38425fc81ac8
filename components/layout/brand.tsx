/** How the operator wants the site to look; plain text and safe URLs. */
export type Brand = Readonly<{
  name: string;
  /** Undefined: our own mark. */
  logo: Readonly<{ href: string; type: string }> | undefined;
  /** Style sheet with other accents; undefined: those of globals.css. */
  stylesheet: string | undefined;
  links: readonly Readonly<{ text: string; href: string }>[];
  /** First words of the footer. */
  footer: string;
  notice: string | undefined;
}>;

/** The logo: the operator's, as an image, so that an SVG runs no script; else our own. */
export function BrandLogo({ brand }: { brand: Brand }) {
  if (brand.logo === undefined) return <BrandMark />;
  // biome-ignore lint/performance/noImgElement: needs no resizing service
  return <img src={brand.logo.href} alt="" width={24} height={24} className="size-6 object-contain" />;
}

/** Our mark: the rings of an astrolabe, an off-center ecliptic and the rule across them. */
function BrandMark() {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 24 24" fill="none" className="size-6 text-accent">
      <circle cx="12" cy="12" r="9.75" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="12" cy="9.4" r="5.4" stroke="currentColor" strokeWidth="1.25" opacity="0.75" />
      <path d="M4.2 18.1 19.8 5.9" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      <circle cx="12" cy="12" r="1.9" className="fill-canvas" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

/** The operator's links, as items of a list. */
export function BrandLinks({ brand }: { brand: Brand }) {
  return brand.links.map(({ text, href }) => (
    <li key={`${text} ${href}`}>
      <a href={href} className="text-soft hover:text-ink">
        <bdi>{text}</bdi>
      </a>
    </li>
  ));
}
