const HEAD_HEIGHT = 64;
const EDGE = 24;
/** Device pixels per CSS pixel. */
const DENSITY = 2;
const SVG = 'http://www.w3.org/2000/svg';
type ImageText = Readonly<{ title: string; about: string; fileName: string }>;

/** Computed styles to inline, as the page's classes do not apply in the image. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'font-size',
  'font-family',
  'text-anchor',
  'display',
] as const;

/** Saves an SVG of this page as a file with a title, in the current colors. */
export function saveDrawing(drawing: SVGSVGElement, text: ImageText): void {
  const { width, height } = drawing.getBoundingClientRect();
  const page = compose(drawing, sizeWith(width, height), text);
  page.setAttribute('xmlns', SVG);
  download(new Blob([new XMLSerializer().serializeToString(page)], { type: 'image/svg+xml' }), text.fileName);
}

function sizeWith(width: number, height: number) {
  return { width: width + 2 * EDGE, height: height + HEAD_HEIGHT + 2 * EDGE };
}

/** Saves an SVG of this page as a PNG with a title, in the current colors. */
export async function saveImage(drawing: SVGSVGElement, text: ImageText): Promise<void> {
  const { width, height } = drawing.getBoundingClientRect();
  const size = sizeWith(width, height);
  const page = compose(drawing, size, text);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(page))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(size.width * DENSITY);
  canvas.height = Math.round(size.height * DENSITY);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob !== null) download(blob, text.fileName);
  }, 'image/png');
}

function compose(
  drawing: SVGSVGElement,
  size: { width: number; height: number },
  { title, about }: ImageText,
): SVGElement {
  const page = make('svg', { width: size.width, height: size.height });
  const surface = drawing.closest('section');
  const shown = getComputedStyle(surface ?? document.body);
  const family = { x: EDGE, fill: shown.color, 'font-family': shown.fontFamily };
  page.append(
    make('rect', { width: size.width, height: size.height, fill: shown.backgroundColor }),
    make('text', { ...family, y: EDGE + 18, 'font-size': 20, 'font-weight': 600 }, title),
    make('text', { ...family, y: EDGE + 42, 'font-size': 13, opacity: 0.75 }, about),
  );
  const copy = drawing.cloneNode(true);
  if (copy instanceof SVGSVGElement) {
    copyStyles(drawing, copy);
    copy.setAttribute('x', String(EDGE));
    copy.setAttribute('y', String(EDGE + HEAD_HEIGHT));
    page.append(copy);
  }
  return page;
}

/** Both trees must have the same structure. */
function copyStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of STYLES) to.setAttribute(name, style.getPropertyValue(name));
  for (const name of ['class', 'style', 'tabindex', 'role']) to.removeAttribute(name);
  for (const [index, child] of [...from.children].entries()) {
    const copy = to.children[index];
    if (copy) copyStyles(child, copy);
  }
}

function make(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const element = document.createElementNS(SVG, name);
  if (!(element instanceof SVGElement)) throw new TypeError(`${name} is not an SVG element`);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

function download(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
