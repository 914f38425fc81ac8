import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type APIRequestContext, expect, type JSHandle, type Page } from '@playwright/test';
import type { Site } from './site';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** `passes` counts rules. */
type Findings = { violations: { id: string; nodes: { html: string }[] }[]; passes: number };

/** Leaves out what costs time and no finding needs: CSS selectors, and every node that is right. */
const LEAN = { selectors: false, resultTypes: ['violations'] };

/** Fails, naming every axe rule that the page breaks, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations, passes } = await runAxe(page, {});
  expect(passes).toBeGreaterThan(15);
  expectNone(violations);
}

/** The rules about colors only: enough for the second theme of a page that was checked in the first. */
export async function expectContrast(page: Page): Promise<void> {
  const { violations, passes } = await runAxe(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
  expect(passes).toBeGreaterThan(0);
  expectNone(violations);
}

async function runAxe(page: Page, options: Readonly<Record<string, unknown>>): Promise<Findings> {
  // evaluated through the debugging protocol: the page's own policy forbids foreign scripts
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const repeated = await detachRepeated(page);
  const run = `axe.run(${JSON.stringify({ ...options, ...LEAN })})`;
  const findings: Findings = await page.evaluate(
    `${run}.then(({ violations, passes }) => ({ violations, passes: passes.length }))`,
  );
  await repeated.evaluate((putBack) => putBack());
  return findings;
}

/**
 * Takes the rows of tables and lists out whose elements, classes and attributes are those of two rows before them, to which axe
 * has nothing else to say: it is most of what a page with fifty rows costs, even of rows that axe is told to leave out.
 * What is returned puts them back.
 */
function detachRepeated(page: Page): Promise<JSHandle<() => void>> {
  return page.evaluateHandle(() => {
    const shapeOf = (element: Element): string => {
      const attributes = element
        .getAttributeNames()
        .map((name) =>
          /^(class|style|role|type|aria-(?!label|describedby|controls|labelledby).*|hidden|tabindex)$/.test(
            name,
          )
            ? `${name}=${element.getAttribute(name)}`
            : name,
        );
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
      const inside = [...element.children].map(shapeOf).join('');
      return `<${element.tagName} ${attributes} ${hasText ? 'text' : ''}>${inside}</>`;
    };
    const seen = new Map<string, number>();
    const isRepeated = (row: Element) => {
      const shape = shapeOf(row);
      const count = seen.get(shape) ?? 0;
      seen.set(shape, count + 1);
      return count >= 2;
    };
    const places = [...document.querySelectorAll('main :is(tbody tr, li)')]
      .filter(isRepeated)
      .map((row) => ({ row, table: row.parentNode, next: row.nextSibling }));
    for (const { row } of places) row.remove();
    return () => {
      for (const { row, table, next } of places.reverse()) table?.insertBefore(row, next);
    };
  });
}

function expectNone(violations: Findings['violations']): void {
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(found).toEqual([]);
}

/** The number of pixels by which the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** The cost of loading a page: requests, their compressed bytes, and the sum of layout shifts. */
export type Cost = Readonly<{
  requests: number;
  scriptBytes: number;
  styleBytes: number;
  documentBytes: number;
  hosts: readonly string[];
  layoutShift: number;
  problems: readonly string[];
}>;

/** Loads a page with an empty cache, and measures. */
export async function measure(page: Page, path: string): Promise<Cost> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const types = new Map<string, string>();
  const sizes = new Map<string, number>();
  const hosts = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // later requests of an open page are not part of its loading
    if (request.url.startsWith('data:') || new URL(request.url).pathname.startsWith('/live/')) return;
    types.set(requestId, type ?? 'Other');
    hosts.add(new URL(request.url).origin);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength);
  });
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await watchLayoutShift(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  const layoutShift = await readLayoutShift(page);
  await session.detach();
  const bytesOf = (type: string) =>
    [...types].filter(([, other]) => other === type).reduce((sum, [id]) => sum + (sizes.get(id) ?? 0), 0);
  return {
    requests: types.size,
    scriptBytes: bytesOf('Script'),
    styleBytes: bytesOf('Stylesheet'),
    documentBytes: bytesOf('Document'),
    hosts: [...hosts],
    layoutShift,
    problems,
  };
}

/** Makes every page opened from now on sum up its layout shifts. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of the page's layout shifts so far; 1 for a page that is not watched. */
export async function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { shifts } = Object.assign({ shifts: [1] }, window);
    return shifts.reduce((sum, shift) => sum + shift, 0);
  });
}

/** The JSON at a path below the chain's `/api/v2`. */
export async function readApi(request: APIRequestContext, site: Site, path: string) {
  const answer = await request.get(`${site.apiUrl}/${site.chainId}/api/v2${path}`, {
    headers: { authorization: `Bearer ${site.apiKey}` },
  });
  expect(answer.status(), path).toBe(200);
  return answer.json();
}
