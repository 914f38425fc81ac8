/** Namespaces of an SVG image; elements and attributes of any other one are drawn by no browser. */
export const NAMESPACES = {
  svg: 'http://www.w3.org/2000/svg',
  xlink: 'http://www.w3.org/1999/xlink',
  xhtml: 'http://www.w3.org/1999/xhtml',
} as const;

const words = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(' ')));

/** What an element costs to draw, apart from what is in it; none other is known to be harmless. */
export const ELEMENT_COSTS: ReadonlyMap<string, number> = new Map([
  ...[...words('svg g a defs symbol switch title desc metadata style use path rect circle ellipse line')].map(
    (name) => [name, 1] as const,
  ),
  ...[...words('polyline polygon text tspan textPath image linearGradient radialGradient stop')].map(
    (name) => [name, 1] as const,
  ),
  ...[...words('clipPath mask pattern filter')].map((name) => [name, 50] as const),
  // a filter primitive touches every pixel of what it filters, and turbulence computes noise for each
  ...[...words('feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood')].map(
    (name) => [name, 200] as const,
  ),
  ...[...words('feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feOffset')].map(
    (name) => [name, 200] as const,
  ),
  ['feTurbulence', 1_000],
  // what moves is drawn again for every frame
  ...[...words('animate animateTransform animateMotion set mpath')].map((name) => [name, 1_000] as const),
]);

/** Properties that say how something is drawn, as attributes, in `style` and in style sheets. */
const PROPERTIES = words(
  'alignment-baseline baseline-shift clip-rule color color-interpolation color-interpolation-filters cursor direction',
  'display dominant-baseline fill fill-opacity fill-rule flood-color flood-opacity font font-family font-size font-stretch',
  'font-size-adjust font-style font-variant font-weight image-rendering letter-spacing line-height opacity overflow',
  'paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-linecap stroke-linejoin',
  'stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration text-rendering text-transform',
  'transform transform-box transform-origin unicode-bidi user-select vector-effect visibility white-space word-spacing',
  'writing-mode background background-color border-radius',
);
/** Properties that cost a layer or more wherever they stand. */
const COSTLY_PROPERTIES: ReadonlyMap<string, number> = new Map([
  ['clip-path', 50],
  ['mask', 200],
  ['filter', 50],
  ['mix-blend-mode', 200],
  ['isolation', 50],
  ['stroke-dasharray', 1_000],
  ['stroke-dashoffset', 1],
]);

/** Attributes that are no properties. */
const ATTRIBUTES = words(
  'id class lang version baseProfile viewBox preserveAspectRatio width height x y x1 x2 y1 y2 cx cy r rx ry fx fy fr dx dy',
  'd points pathLength rotate textLength lengthAdjust startOffset method spacing side offset href role tabindex target type',
  'media gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits',
  'patternContentUnits patternTransform filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 values',
  'stdDeviation edgeMode seed baseFrequency numOctaves stitchTiles tableValues slope intercept amplitude exponent',
  'attributeName attributeType begin dur end from to by calcMode keyTimes keySplines keyPoints repeatCount repeatDur',
  'additive accumulate restart path origin enable-background zoomAndPan contentScriptType contentStyleType systemLanguage',
  'requiredFeatures requiredExtensions xmlns alt',
);
const INERT_ATTRIBUTE = /^(data|aria)-/;
const REFERENCE = /^url\(\s*(["']?)#([^"'()\\]+)\1\s*\)/i;
/** Values without functions other than these, escapes and comments. */
const HARMLESS_VALUE =
  /^(?:(?:rgba?|hsla?|translate[XY]?|scale[XY]?|rotate|skew[XY]|matrix|var)\(|[\w\s#%.,)"'+!-])*$/i;
const MAX_RULES = 100;
const HARMLESS_SELECTOR = /^[\w\s.,#*-]+$/;

/** What a declaration costs, and the ID that it refers to; undefined for one that is not known to be harmless. */
export function readDeclaration(
  property: string,
  value: string,
): Readonly<{ cost: number; reference?: string }> | undefined {
  const cost = COSTLY_PROPERTIES.get(property) ?? (PROPERTIES.has(property) ? 0 : undefined);
  if (cost === undefined) return undefined;
  const [matched = '', , reference] = REFERENCE.exec(value.trim()) ?? [];
  if (!HARMLESS_VALUE.test(value.trim().slice(matched.length))) return undefined;
  const isOff = ['none', 'normal', 'auto', '0'].includes(value.trim().toLowerCase());
  return { cost: isOff ? 0 : cost, ...(reference !== undefined && { reference }) };
}

/** Whether an attribute without a namespace, which is no property, is known to be harmless. */
export function isHarmlessAttribute(name: string, value: string): boolean {
  // what it animates must not be what would be refused, or cost, where it stands
  if (name === 'attributeName') return !COSTLY_PROPERTIES.has(value) && !/href|style|class/i.test(value);
  return ATTRIBUTES.has(name) || INERT_ATTRIBUTE.test(name);
}

/** The declarations of a `style` attribute; undefined for what is none. */
export function splitDeclarations(text: string): [property: string, value: string][] | undefined {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  const pairs = parts.map((part): [string, string] | undefined => {
    const at = part.indexOf(':');
    const property = part.slice(0, Math.max(at, 0)).trim().toLowerCase();
    if (property.startsWith('--') && HARMLESS_VALUE.test(part.slice(at + 1))) return ['color', ''];
    return at < 0 ? undefined : [property, part.slice(at + 1)];
  });
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}

/**
 * The number of rules of a style sheet whose rules cost nothing wherever they apply: simple selectors and plain properties,
 * and fonts. Undefined for any other.
 */
export function countHarmlessRules(sheet: string): number | undefined {
  const rules = sheet.replaceAll(/@font-face\s*\{[^{}]*\}/gi, '').split('}');
  if (rules.pop()?.trim() !== '' || rules.length > MAX_RULES) return undefined;
  const isHarmless = rules.every((rule) => {
    const [selector = '', body, more] = rule.split('{');
    if (body === undefined || more !== undefined || !HARMLESS_SELECTOR.test(selector)) return false;
    return splitDeclarations(body)?.every(([property, value]) => {
      const read = readDeclaration(property, value);
      return read?.cost === 0 && read.reference === undefined;
    });
  });
  return isHarmless ? rules.length : undefined;
}
