'use client';

import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { t, textOf } from '@/lib/language/t';
import { type Action, listPageActions, listPages, matches, type PageSuggestion } from './page-actions';
import { KEYS } from './run-key';
import type { Suggestion } from './suggestion';
import { isOutdated, useSuggestions } from './use-suggestions';
import { clearRecent, readLabels, readRecent, storeRecent } from './visitor-data';

type Option = Suggestion | PageSuggestion | Action;

const LIST_ID = 'palette-list';
const MAX_ACTIONS = 6;

/** A dialog: search with the actions of the page, or the list of keys. */
export function Palette({ mode, close }: { mode: 'search' | 'keys'; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // at once: what is typed until the dialog has the focus goes to the plain box
  useLayoutEffect(() => {
    dialog.current?.showModal();
    placeCaret(dialog.current?.querySelector('input[name=q]'));
  }, []);
  return (
    <dialog
      ref={dialog}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      onKeyDown={() => undefined}
      aria-label={mode === 'keys' ? t('Keyboard shortcuts') : t('Search and actions')}
      className="mx-auto mt-2 max-h-[80dvh] w-[calc(100%-1rem)] max-w-2xl overflow-y-auto rounded-lg border border-edge bg-surface text-ink shadow-panel backdrop:bg-black/40 md:mt-[10vh]"
    >
      {mode === 'keys' ? <KeyList /> : <Finder leave={() => dialog.current?.close()} />}
    </dialog>
  );
}

/** Behind what was typed while this loaded. */
function placeCaret(input: Element | null | undefined): void {
  if (input instanceof HTMLInputElement) input.setSelectionRange(input.value.length, input.value.length);
}

function KeyList() {
  return (
    <div className="p-4">
      <h2 className="mb-2 text-md font-semibold">{t('Keyboard shortcuts')}</h2>
      <dl className="grid grid-cols-[8rem_1fr] gap-y-1.5">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning.english} className="contents">
            <dt className="mono">{textOf(keys)}</dt>
            <dd className="text-soft">{t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Finder({ leave }: { leave: () => void }) {
  const [page] = useState(readPage);
  const [text, setText] = useState('');
  // read when this is drawn, not when React begins to: the reader types meanwhile
  useLayoutEffect(() => setText(readBox()), []);
  const [active, setActive] = useState(0);
  const found = useSuggestions(page.chainId, text);
  const options = listOptions(text, page, found.items);
  const choose = (option: Option | undefined) => {
    if (option === undefined) return;
    leave();
    if ('run' in option) return option.run();
    if (!('isPage' in option)) storeRecent(option);
    location.assign(option.href);
  };
  const keepSearch = () => {
    const kept = text.trim();
    if (kept !== '' && kept.length <= MAX_KEPT) storeRecent(searchFor(kept, page.chainId));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setActive((active + step + options.length) % options.length);
    }
    const chosen = options[active];
    // without one, the form searches for the text
    if (event.key === 'Enter' && chosen !== undefined && !isOutdated(found, chosen, text)) {
      event.preventDefault();
      choose(chosen);
    }
  };
  return (
    <>
      <form action="/search" onSubmit={keepSearch} className="relative border-b border-line">
        {page.chainId !== undefined && <input type="hidden" name="chain" value={page.chainId} />}
        <Icon name="search" className="absolute top-4 start-4 size-5 text-faint" />
        <input
          name="q"
          type="search"
          role="combobox"
          aria-label={t('Search or choose an action')}
          aria-expanded={options.length > 0}
          aria-controls={LIST_ID}
          aria-activedescendant={options[active] === undefined ? undefined : `${LIST_ID}-${active}`}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          maxLength={2048}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t('Hash, address, block, token, chart, page, date or action')}
          className="h-13 w-full bg-transparent pe-4 ps-12 text-md outline-none placeholder:text-faint"
        />
      </form>
      <OptionList options={options} active={active} choose={choose} />
      <p role="status" className="sr-only">
        {options.length === 0
          ? t('No suggestions')
          : t('{count, plural, one {# suggestion} other {# suggestions}}', { count: options.length })}
      </p>
      {options.length === 0 && (
        <p className="p-4 text-soft">
          {text.trim() === '' ? t('Type to search.') : t('Press Enter to search for this text.')}
        </p>
      )}
    </>
  );
}

function OptionList(props: { options: readonly Option[]; active: number; choose: (option: Option) => void }) {
  const { options, active, choose } = props;
  return (
    <div
      id={LIST_ID}
      role="listbox"
      aria-label={t('Suggestions')}
      className={options.length === 0 ? '' : 'p-1.5'}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
        <div
          key={`${option.kind} ${option.text} ${option.note}`}
          id={`${LIST_ID}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          ref={(element) => (index === active ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
          onClick={() => choose(option)}
          className="flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 hover:bg-hover aria-selected:bg-accent-wash"
        >
          <span className="w-20 shrink-0 truncate text-xs text-faint">{option.kind}</span>
          <bdi className="min-w-0 truncate">{option.text}</bdi>
          <bdi className="mono ms-auto min-w-0 truncate text-sm text-soft">{option.note}</bdi>
        </div>
      ))}
    </div>
  );
}

type Page = ReturnType<typeof readPage>;

/** The text of the page's search box. */
function readBox(): string {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-search]')];
  return boxes.find((one) => one.checkVisibility())?.value ?? '';
}

/** The chain and the actions of the page. */
function readPage() {
  const chainId = /^\/(\d+)(?:\/|$)/.exec(location.pathname)?.[1];
  // of whatever kind, a group of their own
  const recent = readRecent().map((one) => ({ ...one, kind: t('Recent') }));
  const clear: Action = { kind: t('Recent'), text: t('Clear recent searches'), note: '', run: clearRecent };
  return {
    chainId,
    actions: listPageActions(),
    pages: listPages(chainId),
    labels: Object.entries(readLabels()),
    recent,
    clear: recent.length === 0 ? [] : [clear],
  };
}

const MAX_KEPT = 200;

/** The address of a search for a text, to be kept as a recent one. */
function searchFor(text: string, chainId: string | undefined): Suggestion {
  const query = new URLSearchParams({ ...(chainId === undefined ? {} : { chain: chainId }), q: text });
  return { kind: '', text, note: '', href: `/search?${query}` };
}

/** Local matches first, which do not move when the server's arrive. */
function listOptions(text: string, page: Page, found: readonly Suggestion[]): Option[] {
  if (text.trim() === '')
    return [...page.recent, ...page.clear, ...page.actions.slice(0, MAX_ACTIONS), ...page.pages];
  const labels = page.labels
    .filter(([address, label]) => matches(label, text) || address.startsWith(text.toLowerCase()))
    .map(([address, label]) => ({
      kind: t('Your label'),
      text: label,
      note: `${address.slice(0, 8)}…${address.slice(-6)}`,
      href: `${page.chainId === undefined ? '' : `/${page.chainId}`}/address/${address}`,
    }));
  return [
    ...labels,
    ...page.pages.filter((one) => matches(one.text, text)),
    ...page.actions
      .filter((one) => matches(`${one.kind} ${one.text} ${one.note}`, text))
      .slice(0, MAX_ACTIONS),
    ...found,
  ];
}
