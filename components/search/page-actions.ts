import { t } from '@/lib/language/t';
import { CHAIN_PAGES } from '@/lib/pages/chain-pages';
import { SITE_PAGES } from '@/lib/pages/site-pages';
import type { Suggestion } from './suggestion';

/** An action of the page that is open. */
export type Action = Omit<Suggestion, 'href'> & Readonly<{ run: () => void }>;

/** A page of the list that is always offered, and never kept as a recent one. */
export type PageSuggestion = Suggestion & Readonly<{ isPage: true }>;

const MAX_COPIES = 4;

/** The actions of this page, collected from its DOM: tabs, neighbors, functions, copies, files, display settings. */
export function listPageActions(): Action[] {
  return [
    ...of('[data-tab]').map((tab) => action(t('Tab'), textOf(tab).replace(/[\d.,'’\s]+\+?$/u, ''), tab)),
    ...of('main a[rel=prev], main a[rel=next]').map((link) => action(t('Go to'), nameOf(link), link)),
    ...of('main details[data-function]').map((form) => ({
      ...action(t('Function'), form.dataset.function ?? '', form),
      note: form.id,
      run: () => openForm(form),
    })),
    ...of('main [data-copy]:not(.amount)')
      .slice(0, MAX_COPIES)
      .map((button) => action(t('Copy'), nameOf(button), button)),
    ...of('main a[href*="/csv"]').map((link) =>
      action(t('File'), t('Download {file}', { file: nameOf(link) }), link),
    ),
    ...of('form[data-choice] button').map((button) => {
      const title = textOf(button.closest('form')?.querySelector('p'));
      return action(t('Setting'), `${title}: ${textOf(button)}`, button);
    }),
  ];
}

const of = (selector: string) =>
  [...document.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);
const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? '';
const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? textOf(element);
const action = (kind: string, text: string, element: HTMLElement): Action => ({
  kind,
  text,
  note: '',
  run: () => element.click(),
});

/** Opens the form of a function, ready to be filled. */
function openForm(form: HTMLElement): void {
  form.setAttribute('open', '');
  form.scrollIntoView({ block: 'start' });
  form.querySelector('summary')?.focus();
}

/** Pages of a chain and of the site. */
export function listPages(chainId: string | undefined): PageSuggestion[] {
  const base = chainId === undefined ? '' : `/${chainId}`;
  const page = (text: string, href: string): PageSuggestion => ({
    kind: t('Page'),
    text,
    note: '',
    href,
    isPage: true,
  });
  return [
    page(t('Home'), base === '' ? '/' : base),
    ...CHAIN_PAGES.map(({ label, path }) => page(t(label), `${base}${path}`)),
    ...SITE_PAGES.map(({ label, path }) => page(t(label), path)),
  ];
}

/** True if every word of a search begins a word of the text. */
export function matches(text: string, search: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.length > 0 && wanted.every((part) => words.some((word) => word.startsWith(part)));
}
