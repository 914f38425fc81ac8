'use client';

import { useEffect } from 'react';

/** Follows the link whose `aria-keyshortcuts` is the key that is pressed. */
export function StepKeys() {
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('keydown', followKey, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return null;
}

function followKey(event: KeyboardEvent): void {
  const { key, target } = event;
  const isHeld = event.ctrlKey || event.metaKey || event.altKey;
  if (isHeld || document.documentElement.dataset.keys === 'off' || !/^[a-z0-9]$/.test(key)) return;
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) return;
  if (document.querySelector('dialog[open]') !== null) return;
  const link = document.querySelector(`main a[aria-keyshortcuts="${key}"]`);
  if (link instanceof HTMLElement) link.click();
}
