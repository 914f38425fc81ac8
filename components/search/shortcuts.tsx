'use client';

import { lazy, Suspense, useEffect, useRef, useState } from 'react';

const Palette = lazy(() => import('./palette').then(({ Palette }) => ({ default: Palette })));

/** Plain keys that do something; what they do is loaded with the first of them. */
const PLAIN = new Set(['j', 'k', '[', ']', 'c', 'g', 'h', 'b', 't', 's']);
const SEQUENCE_MS = 1_500;

/** Opens the palette (`/`, Ctrl or ⌘ K, a click on a search box), the list of keys (`?`), and runs the other keys. */
export function Shortcuts() {
  const [open, setOpen] = useState<'search' | 'keys'>();
  const opener = useRef<Element>(null);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let last = { key: '', at: 0 };
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('click', onClick, { signal });
    return () => stop.abort();

    function onKey(event: KeyboardEvent): void {
      const { key } = event;
      const isSearch = key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      const isOff = document.documentElement.dataset.keys === 'off';
      const isPlain = !isOff && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      if (document.querySelector('dialog[open]') !== null || (!isSearch && !isPlain)) return;
      opener.current = document.activeElement;
      if (isSearch || key === '/') {
        focusBox();
        setOpen('search');
      } else if (key === '?') setOpen('keys');
      else if (!PLAIN.has(key)) return;
      else {
        const before = Date.now() - last.at < SEQUENCE_MS ? last.key : '';
        last = { key, at: Date.now() };
        void import('./run-key').then(({ runKey }) => runKey(key, before));
        return;
      }
      event.preventDefault();
    }

    function onClick(event: MouseEvent): void {
      if (!(event.target instanceof Element) || !event.target.matches('input[data-search]')) return;
      opener.current = event.target;
      setOpen('search');
    }
  }, []);
  if (open === undefined) return null;
  const close = () => {
    setOpen(undefined);
    returnFocus(opener.current);
  };
  return (
    <Suspense fallback={null}>
      <Palette mode={open} close={close} />
    </Suspense>
  );
}

/** Keys pressed while the palette loads go to the plain box, whose text it takes over. */
function focusBox(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-search]')];
  const box = boxes.find((one) => one.checkVisibility());
  box?.focus();
  box?.select();
}

/** Moves focus from the search box back to where it was, unless an action moved it. */
function returnFocus(opener: Element | null): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !activeElement.matches('input[data-search]')) return;
  if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
  else activeElement.blur();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
