'use client';

import { useEffect, useState } from 'react';
import { isSuggestion, type Suggestion } from './suggestion';

const WAIT_MS = 150;

type SuggestionResults = Readonly<{ text: string; items: readonly Suggestion[] }>;

/** True for what the server suggested for another text. */
export function isOutdated(found: SuggestionResults, option: unknown, text: string): boolean {
  return found.text !== text && found.items.some((one) => one === option);
}

/** The server's suggestions for a text, debounced; the previous ones until then. */
export function useSuggestions(chainId: string | undefined, text: string): SuggestionResults {
  const [found, setFound] = useState<SuggestionResults>({ text: '', items: [] });
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      fetchSuggestions(chainId, text, stop.signal).then(
        (items) => setFound({ text, items }),
        () => undefined,
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [chainId, text]);
  return found;
}

async function fetchSuggestions(
  chainId: string | undefined,
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  if (text.trim() === '') return [];
  const query = new URLSearchParams({ q: text, ...(chainId === undefined ? {} : { chain: chainId }) });
  const answer = await fetch(`/search/suggest?${query}`, { signal });
  if (!answer.ok) return [];
  const json: unknown = await answer.json();
  return Array.isArray(json) ? json.filter(isSuggestion) : [];
}
