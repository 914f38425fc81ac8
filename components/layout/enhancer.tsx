'use client';

import { useDebugValue, useEffect } from 'react';
import { FollowResets } from '@/components/live/follow-resets';
import { LiveConfirmations } from '@/components/live/live-confirmations';
import { LiveHead } from '@/components/live/live-head';
import { RefreshPage } from '@/components/live/refresh-page';
import { WaitForTransaction } from '@/components/live/wait-for-transaction';
import { Shortcuts } from '@/components/search/shortcuts';
import { TabLink } from '@/components/ui/tab-link';
import { formatAge } from '@/lib/format/time';
import { t } from '@/lib/language/t';
import { followFragment } from './follow-fragment';
import { changeWatched, followWatchList } from './follow-watched';
import { PageAsData } from './page-as-data';
import { PageCall, ROWS } from './page-call';
import { ReloadPage } from './reload-page';
import { showTimes, showVisitorData } from './show-visitor-data';
import { TabCrumb } from './tab-crumb';
import { ViewAs } from './view-as';

/** Small client components listed here are bundled into one script; otherwise each would be a request of its own. */
const LEAVES = [
  TabLink,
  FollowResets,
  LiveConfirmations,
  LiveHead,
  ReloadPage,
  PageAsData,
  PageCall,
  RefreshPage,
  ROWS,
  TabCrumb,
  ViewAs,
  WaitForTransaction,
];

const AGE_EVERY_MS = 5_000;
const COPIED_MS = 1_200;
const STALE_HEAD_MS = 60_000;

/**
 * All progressive enhancement, delegated to document listeners: copying, highlighting equal addresses, keys and palette,
 * display settings without a reload, live ages, the visitor's labels. `others` are more components for its script.
 */
export function Enhancer({ others }: { others: readonly unknown[] }) {
  // no more than a reference: the bundler leaves out what nothing uses
  useDebugValue(LEAVES);
  useDebugValue(others);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.documentElement.dataset.enhanced = '';
    document.addEventListener('click', onClick, { signal });
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('submit', onSubmit, { signal });
    document.addEventListener('mouseover', (event) => lightUp(event.target), { signal });
    document.addEventListener('focusin', (event) => lightUp(event.target), { signal });
    const unmark = showVisitorData();
    // a page that is gone back to is as it was left
    window.addEventListener('pageshow', followWatchList, { signal });
    followWatchList();
    void followFragment();
    const timer = setInterval(() => {
      refreshAges();
      markStaleHead();
    }, AGE_EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
      unmark();
    };
  }, []);
  return <Shortcuts />;
}

function onClick(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const { target } = event;
  for (const menu of document.querySelectorAll('details[data-menu][open]')) {
    if (!menu.contains(target)) menu.removeAttribute('open');
  }
  changeWatched(target);
  const button = target.closest('[data-copy]');
  if (button instanceof HTMLElement) void copy(button);
}

async function copy(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset.copy || button.title);
  } catch {
    return;
  }
  const label = button.getAttribute('aria-label');
  button.dataset.copied = '';
  button.setAttribute('aria-label', t('Copied'));
  setTimeout(() => {
    delete button.dataset.copied;
    if (label === null) button.removeAttribute('aria-label');
    else button.setAttribute('aria-label', label);
  }, COPIED_MS);
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  for (const menu of document.querySelectorAll('details[data-menu][open]')) {
    const hasFocus = menu.contains(document.activeElement);
    menu.removeAttribute('open');
    if (hasFocus) menu.querySelector('summary')?.focus();
  }
}

/** Applies a display preference immediately and stores it with the form's own request. */
function onSubmit(event: SubmitEvent): void {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || target.dataset.choice === undefined) return;
  if (!(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const name = target.dataset.choice;
  const isDefault = submitter.dataset.default !== undefined;
  if (isDefault) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = submitter.value;
  showTimes(document);
  for (const button of target.querySelectorAll('button')) {
    button.setAttribute('aria-pressed', String(button === submitter));
  }
  target.closest('details')?.removeAttribute('open');
  const body = new URLSearchParams({ [name]: submitter.value });
  void fetch(target.action, { method: 'POST', redirect: 'manual', body });
}

/** What an element stands for: an address, a handle; without a value, what it says. */
const sameOf = (element: Element) => element.getAttribute('data-same') || element.textContent;

function lightUp(target: EventTarget | null): void {
  const at = target instanceof Element ? target.closest('[data-same]') : null;
  const address = at === null ? undefined : sameOf(at);
  for (const element of document.querySelectorAll('[data-same]')) {
    const isSame = address !== undefined && sameOf(element) === address;
    element.classList.toggle('is-same', isSame);
  }
}

function refreshAges(): void {
  for (const element of document.querySelectorAll('[data-age]')) {
    const text = formatAge(Date.parse(element.closest('time')?.dateTime ?? ''), Date.now());
    if (element.textContent !== text) element.textContent = text;
  }
}

/** When the head of the bar was rendered, by the server's clock, and when it was first seen here, by this one's. */
let shownHead = { rendered: '', at: 0 };

/** Marks a head that was rendered a while ago: the page is open, and only some pages poll. */
function markStaleHead(): void {
  const badge = document.querySelector('[data-head]');
  if (!(badge instanceof HTMLElement)) return;
  const rendered = badge.dataset.head ?? '';
  if (rendered !== shownHead.rendered) shownHead = { rendered, at: Date.now() };
  const isStale = Date.now() - shownHead.at > STALE_HEAD_MS;
  badge.toggleAttribute('data-stale', isStale);
  if (isStale) badge.title = t('The latest block when this page was loaded');
}
