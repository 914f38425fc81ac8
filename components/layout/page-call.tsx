'use client';

import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { WrittenMarkup } from '@/components/ui/written-markup';

/** For the enhancer: imported here, on every page, rows share the script of all pages instead of adding one. */
export const ROWS = WrittenMarkup;

type PageCallContext = Readonly<{
  /** Path from the server render. */
  first: Promise<string | undefined>;
  give: (path: string | undefined) => void;
  /** Path of the current page; undefined until hydrated. */
  current: { path: string | undefined } | undefined;
  show: (current: { path: string | undefined }) => void;
}>;

const Context = createContext<PageCallContext | undefined>(undefined);

/** Lets the page pass its API path up to the frame, through `PageCall`. */
export function PageCallProvider({ children }: { children: ReactNode }) {
  const [first] = useState(createFirst);
  const [current, show] = useState<PageCallContext['current']>();
  return <Context value={{ ...first, current, show }}>{children}</Context>;
}

/**
 * Passes the page's API path (undefined if none) to the frame. Every page of a chain must render one, as the server
 * delays the footer until then.
 */
export function PageCall({ path }: { path: string | undefined }) {
  const context = use(Context);
  // during render, because effects do not run on the server
  context?.give(path);
  const show = context?.show;
  useEffect(() => show?.({ path }), [path, show]);
  return null;
}

/** The API path passed by the page. */
export function usePageCall(): string | undefined {
  const context = use(Context);
  if (context === undefined) return undefined;
  return context.current === undefined ? use(context.first) : context.current.path;
}

function createFirst(): Pick<PageCallContext, 'first' | 'give'> {
  let give: PageCallContext['give'] = () => undefined;
  const first = new Promise<string | undefined>((resolve) => {
    give = resolve;
  });
  return { first, give };
}
