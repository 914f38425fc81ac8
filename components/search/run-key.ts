import { type Msg, msg } from '@/lib/language/t';
import { CHAIN_PAGES } from '@/lib/pages/chain-pages';

/** Keys after `g`, and the pages that they open, below the chain. */
const PLACES = [
  { key: 'h', path: '', label: msg('Home') },
  ...CHAIN_PAGES.flatMap(({ key, path, label }) => (key === undefined ? [] : [{ key, path, label }])),
];

/** All keys, for the list of keys. */
export const KEYS: readonly (readonly [string | Msg, Msg])[] = [
  [msg('/ or Ctrl K'), msg('Search and actions')],
  ['j, k', msg('Next or previous row')],
  ['[, ]', msg('Previous or next block, transaction or chart')],
  ['c', msg('Copy the hash or address of the page')],
  ...PLACES.map(({ key, label }) => [`g ${key}`, label] as const),
  ['?', msg('This list')],
];

/** Does what a key means on this page; `before` is the key pressed just before. */
export function runKey(key: string, before: string): void {
  const place = before === 'g' ? PLACES.find((one) => one.key === key) : undefined;
  if (place !== undefined) goTo(place.path);
  else if (key === 'j') moveRow(1);
  else if (key === 'k') moveRow(-1);
  else if (key === '[') click('main a[rel=prev]');
  else if (key === ']') click('main a[rel=next]');
  else if (key === 'c') click('main [data-copy]:not(.amount)');
}

function goTo(place: string): void {
  const chain = /^\/\d+(?=\/|$)/.exec(location.pathname)?.[0] ?? '';
  location.assign(`${chain}${place}` || '/');
}

function click(selector: string): void {
  const element = document.querySelector(selector);
  if (element instanceof HTMLElement) element.click();
}

/** Focuses the first link of the next or previous row. */
function moveRow(step: number): void {
  const links = [...document.querySelectorAll('main tbody tr, main ol > li')].flatMap((row) => {
    const link = row.querySelector('a[href]');
    return link instanceof HTMLElement && link.checkVisibility() ? [{ row, link }] : [];
  });
  const at = links.findIndex(({ row }) => row.contains(document.activeElement));
  const next = at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step;
  links[next]?.link.focus();
}
