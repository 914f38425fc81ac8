import { SaxesParser } from 'saxes';

/** More than any image of an NFT needs, and drawn within a blink. */
const MAX_COST = 20_000;
const MAX_DEPTH = 64;
const MAX_NESTED_IMAGES = 3;
/** A filter primitive touches every pixel of what it filters, and turbulence computes noise for each. */
const PRIMITIVE_COST = 200;
const TURBULENCE_COST = 1_000;
const REFERENCE = /url\(\s*["']?#([^"')]+)/g;
const SVG_DATA = /^data:image\/svg\+xml([^,]*),(.*)$/is;

/** What an element and all inside it cost to draw, without what they refer to. */
type ElementCost = { cost: number; references: string[] };

/**
 * Whether an SVG is cheap enough to be drawn in a page: its elements, filters, and whatever `use`, patterns and filters
 * repeat, which a few lines can multiply without end. False for what is no well-formed XML, or has entities.
 */
export function isDrawableSvg(text: string, nesting = 0): boolean {
  const read = readElements(text, nesting);
  return read !== undefined && costOf(read.root, read.byId, new Map()) <= MAX_COST;
}

function readElements(
  text: string,
  nesting: number,
): { root: ElementCost; byId: Map<string, ElementCost> } | undefined {
  const parser = new SaxesParser();
  const root: ElementCost = { cost: 0, references: [] };
  const byId = new Map<string, ElementCost>();
  const open: ElementCost[] = [root];
  let isRefused = false;
  let isStyle = false;
  parser.on('doctype', (doctype) => {
    isRefused ||= /<!ENTITY/i.test(doctype);
  });
  parser.on('error', () => {
    isRefused = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: ElementCost = { cost: primitiveCost(name), references: [] };
    isStyle = name === 'style';
    for (const [attribute, value] of Object.entries(attributes)) {
      if (attribute === 'id') byId.set(value, element);
      else if (!addReference(element, { attribute, value, nesting })) isRefused = true;
    }
    open.push(element);
    if (open.length > MAX_DEPTH) isRefused = true;
  });
  parser.on('text', (content) => {
    // a rule of a style sheet may apply to every element
    if (isStyle && /\bfilter\s*:|url\(/.test(content)) isRefused = true;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    const parent = open.at(-1);
    if (!element || !parent) return;
    parent.cost += element.cost;
    parent.references.push(...element.references);
    isStyle = false;
  });
  if (!parseAll(parser, text)) return undefined;
  return isRefused ? undefined : { root, byId };
}

function parseAll(parser: SaxesParser, text: string): boolean {
  try {
    parser.write(text).close();
    return true;
  } catch {
    return false;
  }
}

function primitiveCost(name: string): number {
  if (name === 'feTurbulence') return TURBULENCE_COST;
  return name.startsWith('fe') ? PRIMITIVE_COST : 1;
}

/** False when the attribute holds an image that must not be drawn. */
function addReference(
  element: ElementCost,
  { attribute, value, nesting }: Readonly<{ attribute: string; value: string; nesting: number }>,
): boolean {
  if (attribute === 'href' || attribute === 'xlink:href') {
    if (value.startsWith('#')) element.references.push(value.slice(1));
    const [, parameters = '', payload = ''] = SVG_DATA.exec(value.trim()) ?? [];
    return payload === '' || isDrawableInside(parameters, payload, nesting + 1);
  }
  for (const [, id = ''] of value.matchAll(REFERENCE)) element.references.push(id);
  return true;
}

function isDrawableInside(parameters: string, payload: string, nesting: number): boolean {
  if (nesting > MAX_NESTED_IMAGES) return false;
  return isDrawableSvg(decodePayload(parameters, payload), nesting);
}

function decodePayload(parameters: string, payload: string): string {
  if (/;\s*base64/i.test(parameters)) return Buffer.from(payload, 'base64').toString('utf8');
  try {
    return decodeURIComponent(payload);
  } catch {
    return payload;
  }
}

/** Cost with all references followed; infinite for a cycle. */
function costOf(
  drawn: ElementCost,
  byId: ReadonlyMap<string, ElementCost>,
  known: Map<ElementCost, number>,
): number {
  const found = known.get(drawn);
  if (found !== undefined) return found;
  known.set(drawn, Number.POSITIVE_INFINITY);
  let cost = drawn.cost;
  for (const id of drawn.references) {
    const target = byId.get(id);
    if (target) cost += costOf(target, byId, known);
    if (cost > MAX_COST) break;
  }
  known.set(drawn, cost);
  return cost;
}
