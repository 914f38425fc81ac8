import { Fragment, isValidElement, type ReactNode } from 'react';

/** What `toHtml` leaves to React: components of the browser, asynchronous ones, form fields with a state. */
class LeftToReact extends Error {}

const VOID = new Set(['br', 'hr', 'img', 'wbr', 'col', 'source']);
const LEFT = new Set([
  'script',
  'style',
  'textarea',
  'select',
  'option',
  'input',
  'iframe',
  'object',
  'embed',
]);
const RENAMED: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' };
const SKIPPED = new Set(['children', 'dangerouslySetInnerHTML', 'suppressHydrationWarning']);
const HYPHENATED =
  /^(stroke|fill|text|dominant|alignment|shape|font|clip|vector|paint|stop|marker|pointer)(?=[A-Z])/;
/** Names of SVG that are written as they are. */
const CAMEL =
  /^(viewBox|preserveAspectRatio|gradientUnits|gradientTransform|textLength|clipPathUnits|pathLength)$/;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const NAME = /^[a-zA-Z][\w:-]*$/;
const TAG = /^[a-z][a-zA-Z0-9]*$/;
const URLS = new Set(['href', 'src', 'action', 'formAction', 'xlinkHref']);
/** Of a URL with a colon: anything else might run as a script. */
const SAFE_URL = /^(https?:|mailto:|data:image\/|[/?#.])/i;

/**
 * The HTML of what server components draw, every text and value escaped; undefined if a part of it needs React in the
 * browser. To be called while React renders: components may `use` promises. A `wrapper` is a component that stands for
 * the element of its `tag` and `attributes`.
 */
export function toHtml(node: ReactNode, wrapper?: unknown): string | undefined {
  try {
    return write(node, wrapper);
  } catch (error) {
    if (error instanceof LeftToReact) return undefined;
    throw error;
  }
}

function write(node: unknown, wrapper: unknown): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'string') return escapeText(node);
  if (typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (Array.isArray(node)) return node.map((one) => write(one, wrapper)).join('');
  if (!isValidElement<Readonly<Record<string, unknown>>>(node)) throw new LeftToReact();
  const { type, props } = node;
  if (type === Fragment) return write(props.children, wrapper);
  if (typeof type === 'string') return writeTag(type, props, wrapper);
  if (type === wrapper)
    return writeTag(String(props.tag), { ...Object(props.attributes), children: props.children }, wrapper);
  if (typeof type !== 'function' || '$$typeof' in type) throw new LeftToReact();
  const drawn: unknown = Reflect.apply(type, undefined, [props]);
  if (drawn instanceof Promise) {
    // React draws it again and sees its failure
    drawn.catch(() => undefined);
    throw new LeftToReact();
  }
  return write(drawn, wrapper);
}

function writeTag(tag: string, props: Readonly<Record<string, unknown>>, wrapper: unknown): string {
  if (LEFT.has(tag) || !TAG.test(tag)) throw new LeftToReact();
  const attributes = Object.entries(props).map(writeAttribute).join('');
  if (VOID.has(tag)) return `<${tag}${attributes}>`;
  const inner = props.dangerouslySetInnerHTML;
  const content =
    typeof inner === 'object' && inner !== null && '__html' in inner
      ? String(inner.__html)
      : write(props.children, wrapper);
  // a parser drops the first line break of these
  const lead = tag === 'pre' && content.startsWith('\n') ? '\n' : '';
  return `<${tag}${attributes}>${lead}${content}</${tag}>`;
}

function writeAttribute([name, value]: readonly [string, unknown]): string {
  if (SKIPPED.has(name) || value === null || value === undefined) return '';
  if (!NAME.test(name) || /^(on[A-Z]|style$|ref$|default[A-Z])/.test(name)) throw new LeftToReact();
  const isExplicit = /^(aria|data)-/.test(name);
  if (typeof value === 'boolean' && !isExplicit) return value ? ` ${nameOf(name)}=""` : '';
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) throw new LeftToReact();
  const text = String(value);
  if (URLS.has(name) && text.includes(':') && !SAFE_URL.test(text)) throw new LeftToReact();
  return ` ${nameOf(name)}="${escapeText(text)}"`;
}

function nameOf(name: string): string {
  if (RENAMED[name] !== undefined) return RENAMED[name];
  if (CAMEL.test(name)) return name;
  if (HYPHENATED.test(name)) return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return name.toLowerCase();
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
