type Triple = readonly [number, number, number];

/** The lowest contrast of text with its background that WCAG 2.2 AA allows. */
export const MIN_CONTRAST = 4.5;

/** Contrast of two colors, 1 to 21, as WCAG defines it. Each is `#rrggbb` or `oklch(l c h)` within sRGB. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** A color mixed into another `#rrggbb`, as sRGB: `share` of the first, from 0 to 1. */
export function mixColors(color: string, into: string, share: number): string {
  const [one, other] = [hexChannels(color), hexChannels(into)];
  const mixed = one.map((value, index) => value * share + (other[index] ?? 0) * (1 - share));
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = color.startsWith('#') ? hexLinear(color) : oklchLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hexChannels(color: string): Triple {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hexLinear(color: string): Triple {
  const linear = (channel: number) =>
    channel <= 0.04045 * 255 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
  const [red, green, blue] = hexChannels(color);
  return [linear(red), linear(green), linear(blue)];
}

/** By the matrices of CSS Color 4; channels outside sRGB are clipped. */
function oklchLinear(color: string): Triple {
  const [lightness = 0, chroma = 0, hue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
