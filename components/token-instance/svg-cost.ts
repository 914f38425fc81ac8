import { SaxesParser, type SaxesTagNS } from 'saxes';
import { isDrawableRaster } from './raster-size';
import {
  countHarmlessRules,
  ELEMENT_COSTS,
  isHarmlessAttribute,
  NAMESPACES,
  readDeclaration,
  splitDeclarations,
} from './svg-rules';

/** More than any image of an NFT needs, and drawn within a blink. */
const MAX_COST = 20_000;
const MAX_BYTES = 512 * 1024;
const MAX_DEPTH = 64;
const MAX_REFERENCES = 2_000;
const MAX_NESTED_IMAGES = 3;
/** Of a character of text, and of so many of an attribute. */
const TEXT_COST = 3;
const CHARACTERS_PER_COST = 50;
/** Elements that a rule of a style sheet is compared with for the cost of one. */
const MATCHES_PER_COST = 20;
/** Its quantifiers are bounded, as what they match overlaps. */
const DATA = /^data:image\/([\w+]{1,40})([^,]{0,200}),(.*)$/is;

/** What an element and all inside it cost to draw, without what they refer to. */
type ElementCost = { cost: number; references: string[] };
type ReadImage = Readonly<{ root: ElementCost; byId: ReadonlyMap<string, ElementCost> }>;

/**
 * Whether an SVG is cheap enough to be drawn in a page. It consists of elements, attributes and styles that are known to
 * be harmless, and of not too many of them where `use`, patterns and filters repeat them, which a few lines can multiply
 * without end. False for what is no well-formed XML, or has entities.
 */
export function isDrawableSvg(text: string, nesting = 0): boolean {
  if (text.length > MAX_BYTES) return false;
  const image = readImage(text, (href) => isDrawableData(href, nesting));
  return image !== undefined && costOf(image) <= MAX_COST;
}

/** Thrown by what reads an image at the first thing that is not known to be harmless. */
class NotHarmlessError extends Error {}

function readImage(text: string, isDrawable: (href: string) => boolean): ReadImage | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const root: ElementCost = { cost: 0, references: [] };
  const byId = new Map<string, ElementCost>();
  const open: ElementCost[] = [root];
  const totals = { elements: 0, rules: 0, references: 0 };
  let sheet: string | undefined;
  const refuse = () => {
    throw new NotHarmlessError();
  };
  const addText = (content: string) => {
    const element = open.at(-1);
    if (sheet !== undefined) sheet += content;
    else if (element) element.cost += TEXT_COST * content.trim().length;
  };
  parser.on('error', refuse);
  refuseDeclarations(parser, refuse);
  parser.on('opentag', (tag) => {
    const element = readElement(tag, isDrawable) ?? refuse();
    totals.elements += 1;
    totals.references += element.references.length;
    const id = tag.attributes.id?.value;
    if (id !== undefined) byId.set(id, element);
    open.push(element);
    if (open.length > MAX_DEPTH || totals.references > MAX_REFERENCES || sheet !== undefined) refuse();
    if (tag.local === 'style') sheet = '';
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    if (sheet !== undefined) totals.rules += countHarmlessRules(sheet) ?? refuse();
    sheet = undefined;
    const element = open.pop();
    const parent = open.at(-1);
    if (!element || !parent) return;
    parent.cost += element.cost;
    for (const reference of element.references) parent.references.push(reference);
  });
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  root.cost += (totals.rules * totals.elements) / MATCHES_PER_COST;
  return { root, byId };
}

/** Entities repeat text, and style sheets may stand elsewhere. */
function refuseDeclarations(parser: SaxesParser<{ xmlns: true }>, refuse: () => never): void {
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) refuse();
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') refuse();
  });
}

/** Undefined for an element that is not known to be harmless. */
function readElement(
  { uri, local, attributes }: SaxesTagNS,
  isDrawable: (href: string) => boolean,
): ElementCost | undefined {
  if (uri !== NAMESPACES.svg)
    return uri === NAMESPACES.xhtml || uri === '' ? undefined : { cost: 1, references: [] };
  const cost = ELEMENT_COSTS.get(local);
  if (cost === undefined) return undefined;
  const element: ElementCost = { cost, references: [] };
  const isRead = Object.values(attributes).every((attribute) => {
    element.cost += attribute.value.length / CHARACTERS_PER_COST;
    if (attribute.local === 'href' && (attribute.uri === '' || attribute.uri === NAMESPACES.xlink))
      return addHref(element, attribute.value, isDrawable);
    if (attribute.uri !== '') return true;
    if (attribute.local !== 'style')
      return (
        isHarmlessAttribute(attribute.local, attribute.value) ||
        addDeclaration(element, attribute.local, attribute.value)
      );
    return (splitDeclarations(attribute.value) ?? [['', '']]).every(([property, value]) =>
      addDeclaration(element, property, value),
    );
  });
  return isRead ? element : undefined;
}

function addHref(element: ElementCost, value: string, isDrawable: (href: string) => boolean): boolean {
  const href = value.trim();
  if (href.startsWith('#')) element.references.push(href.slice(1));
  return !/^data:/i.test(href) || isDrawable(href);
}

function addDeclaration(element: ElementCost, property: string, value: string): boolean {
  const read = readDeclaration(property, value);
  if (read === undefined) return false;
  element.cost += read.cost;
  if (read.reference !== undefined) element.references.push(read.reference);
  return true;
}

function isDrawableData(href: string, nesting: number): boolean {
  const [, type = '', parameters = '', payload = ''] = DATA.exec(href) ?? [];
  const bytes = decodePayload(parameters, payload);
  if (type.toLowerCase() !== 'svg+xml') return isDrawableRaster(bytes);
  return nesting < MAX_NESTED_IMAGES && isDrawableSvg(bytes.toString('utf8'), nesting + 1);
}

function decodePayload(parameters: string, payload: string): Buffer {
  if (/;\s*base64/i.test(parameters)) return Buffer.from(payload, 'base64');
  try {
    return Buffer.from(decodeURIComponent(payload));
  } catch {
    return Buffer.from(payload);
  }
}

/** Cost with all references followed; infinite for a cycle. */
function costOf({ root, byId }: ReadImage): number {
  const costs = new Map<ElementCost, number>();
  const done = new Set<ElementCost>();
  const open = [root];
  for (let element = open.at(-1); element !== undefined; element = open.at(-1)) {
    const targets = element.references.flatMap((id) => byId.get(id) ?? []);
    const unknown = costs.has(element) ? [] : targets.filter((target) => !costs.has(target));
    if (!costs.has(element)) costs.set(element, Number.POSITIVE_INFINITY);
    if (unknown.length > 0) {
      open.push(...new Set(unknown));
      continue;
    }
    open.pop();
    if (done.has(element)) continue;
    done.add(element);
    const inner = targets.reduce((sum, target) => sum + (costs.get(target) ?? 0), 0);
    costs.set(element, element.cost + inner);
  }
  return costs.get(root) ?? Number.POSITIVE_INFINITY;
}
