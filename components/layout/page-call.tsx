'use client';

import { createContext, type ReactNode, use, useEffect, useState } from 'react';

type Handover = Readonly<{
  /** What the page gave first. */
  first: Promise<string | undefined>;
  give: (path: string | undefined) => void;
  /** What the page that is shown now gave; undefined until a script runs. */
  current: { path: string | undefined } | undefined;
  show: (current: { path: string | undefined }) => void;
}>;

const Context = createContext<Handover | undefined>(undefined);

/** Lets the page inside hand the path of its call to the frame around it, by `PageCall`. */
export function PageCallProvider({ children }: { children: ReactNode }) {
  const [first] = useState(createFirst);
  const [current, show] = useState<Handover['current']>();
  return <Context value={{ ...first, current, show }}>{children}</Context>;
}

/**
 * Hands the frame the path of the call whose answer the page shows; undefined for a page without one. Every page of a
 * chain renders one: the server waits for it with the foot of the page.
 */
export function PageCall({ path }: { path: string | undefined }) {
  const handover = use(Context);
  // while rendering, because effects do not run on the server
  handover?.give(path);
  const show = handover?.show;
  useEffect(() => show?.({ path }), [path, show]);
  return null;
}

/** The path that the page inside gave. */
export function usePageCall(): string | undefined {
  const handover = use(Context);
  if (handover === undefined) return undefined;
  return handover.current === undefined ? use(handover.first) : handover.current.path;
}

function createFirst(): Pick<Handover, 'first' | 'give'> {
  let give: Handover['give'] = () => undefined;
  const first = new Promise<string | undefined>((resolve) => {
    give = resolve;
  });
  return { first, give };
}
