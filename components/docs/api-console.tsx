'use client';

import { useEffect, useRef, useState } from 'react';
import { Notice } from '@/components/ui/notice';

type State = 'loading' | 'ready' | 'failed';

/**
 * `/openapi.json` rendered by Swagger UI, loaded on this page only. `chain` is the initial chain; `isOpen`: it accepts
 * requests without a key. The user's key is sent in a header to this origin only and never stored.
 */
export function ApiConsole({ chain, isOpen }: { chain: string | undefined; isOpen: boolean }) {
  const container = useRef<HTMLDivElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>('loading');
  useEffect(() => {
    const stop = new AbortController();
    const show = async (node: Element) => {
      const [{ renderConsole }, document] = await Promise.all([loadRenderer(), fetchDocument(stop.signal)]);
      if (stop.signal.aborted) return;
      setState('ready');
      renderConsole(node, document, { chain, isOpen, readKey: () => key.current?.value.trim() ?? '' });
    };
    if (container.current !== null)
      show(container.current).catch(() => stop.signal.aborted || setState('failed'));
    return () => stop.abort();
  }, [chain, isOpen]);
  return (
    <>
      {state === 'failed' && (
        <Notice icon="none" tone="error" title="The console could not be loaded">
          The OpenAPI document or Swagger UI could not be loaded. Try again later.
        </Notice>
      )}
      <div className="flex min-h-dvh flex-col gap-5">
        <label className="needs-script flex max-w-[36rem] flex-col gap-1 text-sm">
          <span className="font-medium">API key</span>
          <input
            ref={key}
            type="password"
            autoComplete="off"
            className="h-9 w-full min-w-0 rounded-md border border-edge bg-canvas px-2.5"
          />
          <span className="text-soft">
            {isOpen && `Without a key, requests go to the open paths of chain ${chain}. `}Your key is only
            sent to this site and is not stored.
          </span>
        </label>
        {state === 'loading' && (
          <p className="text-soft">
            Loading the console, which needs JavaScript. Without it, use the page of each operation in the
            list.
          </p>
        )}
        <div ref={container} className="needs-script" />
      </div>
    </>
  );
}

/** Dynamic import: keeps several megabytes out of the server bundle. */
function loadRenderer() {
  return typeof window === 'undefined' ? Promise.reject() : import('./render-console');
}

async function fetchDocument(signal: AbortSignal): Promise<unknown> {
  const answer = await fetch('/openapi.json', { signal });
  if (!answer.ok) throw new Error(`/openapi.json: ${answer.status}`);
  return answer.json();
}
