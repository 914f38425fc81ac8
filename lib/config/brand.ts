import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { imageTypeOf } from '@/lib/image-type';
import { contrastOf, MIN_CONTRAST, mixColors } from './contrast';
import type { Values } from './variables';

/** A logo as served: its bytes, media type, and a version that changes with the bytes. */
type Logo = Readonly<{ bytes: Uint8Array<ArrayBuffer>; type: string; version: string }>;
/** Colors of one theme, `#rrggbb`: links and buttons, text on buttons, the background of marked text. */
type AccentColors = Readonly<{ accent: string; onAccent: string; wash: string }>;
/** How the operator wants the site to look. Undefined: as Astrolabe looks by itself. */
export type BrandConfig = Readonly<{
  name: string;
  /** False if BRAND_NAME is not set. */
  isNamed: boolean;
  logo: Logo | undefined;
  colors: Readonly<Record<Theme, AccentColors>> | undefined;
  links: readonly Readonly<{ text: string; href: string }>[];
  footer: string | undefined;
  notice: string | undefined;
}>;

type Theme = 'light' | 'dark';

/** Backgrounds on which the accent is read, as in app/globals.css. */
export const BACKGROUNDS: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
  light: {
    canvas: 'oklch(0.984 0.003 255)',
    surface: 'oklch(1 0 0)',
    sunken: 'oklch(0.967 0.004 255)',
    hover: 'oklch(0.972 0.006 255)',
  },
  dark: {
    canvas: 'oklch(0.168 0.012 264)',
    surface: 'oklch(0.204 0.013 264)',
    sunken: 'oklch(0.186 0.012 264)',
    hover: 'oklch(0.232 0.016 264)',
  },
};
/** What marked text stands on is a little of the accent in these. */
const WASHES: Readonly<Record<Theme, { into: string; share: number }>> = {
  light: { into: '#ffffff', share: 0.06 },
  dark: { into: '#14171f', share: 0.16 },
};
const ON_ACCENT = ['#ffffff', '#0a0c12'] as const;
const DEFAULT_NAME = 'Astrolabe';
const MAX_LOGO_BYTES = 128 * 1024;

/** The brand by the BRAND_ variables; appends what is wrong to `problems`, a sentence each. */
export function readBrand(values: Values, problems: string[]): BrandConfig {
  return {
    name: values.BRAND_NAME ?? DEFAULT_NAME,
    isNamed: values.BRAND_NAME !== undefined,
    logo: values.BRAND_LOGO === undefined ? undefined : readLogo(values.BRAND_LOGO, problems),
    colors: values.BRAND_ACCENT === undefined ? undefined : readColors(values.BRAND_ACCENT, problems),
    links: values.BRAND_LINKS ?? [],
    footer: values.BRAND_FOOTER,
    notice: values.BRAND_NOTICE,
  };
}

function readLogo(path: string, problems: string[]): Logo | undefined {
  try {
    const { size } = statSync(/* turbopackIgnore: true */ path);
    const bytes =
      size <= MAX_LOGO_BYTES ? new Uint8Array(readFileSync(/* turbopackIgnore: true */ path)) : undefined;
    const type = bytes && findType(bytes);
    if (bytes === undefined)
      problems.push(`BRAND_LOGO ${path} has ${size} bytes: at most ${MAX_LOGO_BYTES} are served.`);
    else if (type === undefined) problems.push(`BRAND_LOGO ${path} is no SVG, PNG or WebP image.`);
    else return { bytes, type, version: createHash('sha256').update(bytes).digest('hex').slice(0, 12) };
  } catch {
    problems.push(`BRAND_LOGO ${path} cannot be read: correct the path or its permissions.`);
  }
  return undefined;
}

/** By its first bytes, whatever its name. */
function findType(bytes: Uint8Array): string | undefined {
  const type = imageTypeOf(bytes);
  if (type === 'image/png' || type === 'image/webp') return type;
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /^(\xef\xbb\xbf)?\s*<(\?xml|!--|!doctype svg|svg)/i.test(head) && /<svg[\s>]/i.test(head)
    ? 'image/svg+xml'
    : undefined;
}

function readColors(
  [light = '', dark = light]: readonly string[],
  problems: string[],
): BrandConfig['colors'] {
  return { light: colorsOf('light', light, problems), dark: colorsOf('dark', dark, problems) };
}

function colorsOf(theme: Theme, accent: string, problems: string[]): AccentColors {
  const { into, share } = WASHES[theme];
  const wash = mixColors(accent, into, share);
  const onAccent =
    ON_ACCENT.toSorted((a, b) => contrastOf(b, accent) - contrastOf(a, accent))[0] ?? '#ffffff';
  const on = Object.values({ ...BACKGROUNDS[theme], wash }).map((color) => contrastOf(accent, color));
  const lowest = Math.min(...on);
  if (lowest < MIN_CONTRAST)
    problems.push(
      `BRAND_ACCENT ${accent} has a contrast of ${Math.floor(lowest * 100) / 100}:1 with a background of the ${theme} theme, and text needs ${MIN_CONTRAST}:1 (WCAG AA): take a ${theme === 'light' ? 'darker' : 'lighter'} color${theme === 'dark' ? ', or set two, for light and dark' : ''}.`,
    );
  return { accent, onAccent, wash };
}
