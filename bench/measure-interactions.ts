import type { Browser, Page } from '@playwright/test';
import { ROUTES, type Samples } from '../scripts/routes.mjs';
import { withSlowPhone } from './slow-phone';

/** What is done on a page, by the name of its route. */
type Interaction = Readonly<{ name: string; route: string; act(page: Page): Promise<void> }>;

const SETTLE_MS = 1_500;
/** The name by which a page calls the bench. */
const REPORT = 'reportInteraction';

const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'switch the tab of a transaction',
    route: 'transaction',
    act: (page) => page.locator('a[data-tab]').filter({ hasText: 'Logs' }).tap(),
  },
  {
    name: 'open the palette and type',
    route: 'transaction',
    act: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('demo', { delay: 120 });
    },
  },
  {
    name: 'open the filter of a list and type',
    route: 'address',
    act: async (page) => {
      await page.locator('summary', { hasText: 'Filter' }).first().tap();
      await page.locator('details[open] form input:not([type=hidden])').first().tap();
      await page.keyboard.type('2026', { delay: 120 });
    },
  },
  {
    name: 'fold a call',
    route: 'internal',
    act: (page) => page.locator('main details > summary').first().tap(),
  },
];

/** Interaction to next paint on a slow phone: the longest of `rounds` visits, in ms, as a Markdown table. */
export async function measureInteractions(
  browser: Browser,
  base: string,
  { samples, rounds }: { samples: Samples; rounds: number },
): Promise<string> {
  const rows: string[] = [];
  for (const { name, route, act } of INTERACTIONS) {
    const path = ROUTES.find((known) => known.name === route)?.paths(samples)[0];
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      times.push(await withSlowPhone(browser, (page) => measure(page, `${base}${path}`, act)));
    rows.push(`| ${name} | ${Math.max(...times)} |`);
  }
  return ['| interaction | INP, ms |', '|---|---:|', ...rows].join('\n');
}

async function measure(page: Page, url: string, act: Interaction['act']): Promise<number> {
  let longest = 0;
  // What was measured is kept here: an interaction may lead to another document, which knows nothing of it.
  await page.exposeFunction(REPORT, (duration: number) => {
    longest = Math.max(longest, duration);
  });
  await page.addInitScript(watch, REPORT);
  await page.goto(url, { waitUntil: 'networkidle' });
  await act(page);
  await page.waitForTimeout(SETTLE_MS);
  if (longest === 0) throw new Error(`no interaction was seen at ${url}`);
  return longest;
}

/** Runs in the page: tells `report` the time of each input to the paint that follows, in steps of 8 ms. */
function watch(report: string): void {
  new PerformanceObserver((list) => {
    const tell: unknown = Reflect.get(window, report);
    if (typeof tell !== 'function') return;
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId !== 0) tell(entry.duration);
  }).observe(Object.assign({ type: 'event', buffered: true }, { durationThreshold: 16 }));
}
