import { AsyncLocalStorage } from 'node:async_hooks';

/** Text that a page has written once, for the renderer of the same response. */
export type MarkupHandover = Readonly<{
  /** What serves the pages: bin/web, which has a page of its own for each that is missing, or Next alone. */
  server: 'web' | 'next';
  /** Keeps `html` until the response ends; undefined if the response is not a document, so must carry it itself. */
  keep(html: string): string | undefined;
  find(id: string): string | undefined;
  /** Runs what answers a request; `end` forgets what it kept. */
  run<Result>(request: Readonly<{ isDocument: boolean }>, answer: (end: () => void) => Result): Result;
}>;

declare global {
  // Next bundles what runs on the server and what is drawn there apart: they share nothing but this.
  var markupHandover: MarkupHandover | undefined;
}

/** Whether a request is answered with a document: not what Next itself asks for, a page to show in place or what a form did. */
export function wantsDocument(headers: Readonly<Record<string, unknown>>): boolean {
  return headers.rsc === undefined && headers['next-action'] === undefined;
}

/** Offers `globalThis.markupHandover` to the pages of this process. */
export function startMarkupHandover(server: MarkupHandover['server']): MarkupHandover {
  const requests = new AsyncLocalStorage<{ isDocument: boolean; ids: string[] }>();
  const texts = new Map<string, string>();
  let count = 0;
  const handover: MarkupHandover = {
    server,
    keep(html) {
      const request = requests.getStore();
      if (request?.isDocument !== true) return undefined;
      count += 1;
      const id = count.toString(36);
      texts.set(id, html);
      request.ids.push(id);
      return id;
    },
    find: (id) => texts.get(id),
    run({ isDocument }, answer) {
      const request: { isDocument: boolean; ids: string[] } = { isDocument, ids: [] };
      let hasEnded = false;
      const end = () => {
        hasEnded = true;
        request.isDocument = false;
        for (const id of request.ids) texts.delete(id);
      };
      return requests.run(request, () => answer(() => hasEnded || end()));
    },
  };
  globalThis.markupHandover = handover;
  return handover;
}
