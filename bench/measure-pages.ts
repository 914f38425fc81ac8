import { type Browser, chromium, type Page } from '@playwright/test';
import { SITE } from '../e2e/site';
import startSite from '../e2e/start-site';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs';
import { findSamples, ROUTES, type Samples } from '../scripts/routes.mjs';
import { measureInteractions } from './measure-interactions';
import { withSlowPhone } from './slow-phone';

const USAGE = `Usage: node bench/web.mjs [rounds] [interactions]

Builds the product, starts it over the demo chain and measures pages in Chromium: on a phone's window with slow 4G
(150 ms, 1.6 Mbit/s) and a processor four times slower, nothing cached. Server times are of the same machine without
throttling. Prints medians, and the longest time from an input to the paint that follows, as Markdown tables; with
\`interactions\` only the latter.`;

/** Pages by name, and the selector that shows their details are readable. */
const PAGES: Readonly<Record<string, string>> = {
  transaction: 'main [data-age]',
  'token-transfers': 'main table tbody tr',
  fhe: 'main table tbody tr',
  nft: 'main figure',
  stats: 'main h3',
  chart: 'main svg',
  home: 'main [data-age]',
};
const SERVER_ROUNDS = 20;

/**
 * Measured by this project on 2026-11-20 under the same throttling, on a loaded machine of two cores:
 * docs/benchmarks.md.
 */
const OTHERS = [
  '| Otterscan 9dfd87f, transaction | – | 2,340 | – | 5,152 | 10 | 472 |',
  '| Blockscout frontend, fork of May 2025, transaction | – | 8,428 | – | 15,913 | 32 | 1,587 |',
];

/** Milliseconds, and megabytes of JavaScript heap. */
type Visit = { fcp: number; lcp: number; details: number; heap: number; kilobytes: number };
type Row = Visit & { name: string; server: number };

const rounds = Number(process.argv[2] ?? 5);
const isInteractionsOnly = process.argv[3] === 'interactions';
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(USAGE);
  process.exit(2);
}
const stop = await startSite();
try {
  const site = SITE.parse(JSON.parse(process.env.E2E_SITE ?? 'null'));
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_FLAGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const samples = await findSamples(async (path) => (await fetch(`${site.url}${path}`)).json());
  if (!isInteractionsOnly) console.log(drawTable(await measureAll(browser, site.url, samples)));
  console.log(`\n${await measureInteractions(browser, site.url, { samples, rounds })}`);
  await browser.close();
} finally {
  await stop();
}

async function measureAll(browser: Browser, base: string, samples: Samples): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, selector] of Object.entries(PAGES)) {
    const path = ROUTES.find((route) => route.name === name)?.paths(samples)[0];
    if (path === undefined) throw new Error(`there is no page called ${name}`);
    const server = await measureServer(`${base}${path}`);
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1)
      visits.push(await visit(browser, `${base}${path}`, selector));
    const of = (pick: (visit: Visit) => number) => median(visits.map(pick));
    rows.push({
      name,
      server,
      fcp: of(({ fcp }) => fcp),
      lcp: of(({ lcp }) => lcp),
      details: of(({ details }) => details),
      heap: of(({ heap }) => heap),
      kilobytes: of(({ kilobytes }) => kilobytes),
    });
  }
  return rows;
}

async function measureServer(url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < SERVER_ROUNDS; round += 1) {
    const start = performance.now();
    const answer = await fetch(url);
    times.push(performance.now() - start);
    await answer.text();
  }
  return median(times);
}

function visit(browser: Browser, url: string, selector: string): Promise<Visit> {
  return withSlowPhone(browser, async (page, session) => {
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.addInitScript(watch, selector);
    await page.goto(url, { waitUntil: 'networkidle' });
    const { metrics } = await session.send('Performance.getMetrics');
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
    return { ...(await readTimes(page)), heap: heap / 2 ** 20, kilobytes: bytes / 1024 };
  });
}

/** Runs in the page: records its paints, and the frame in which the details appear. */
function watch(selector: string): void {
  const times = { fcp: Number.NaN, lcp: Number.NaN, details: Number.NaN };
  Object.assign(window, { times });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.name === 'first-contentful-paint') times.fcp = entry.startTime;
    }
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) times.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    const found = document.querySelector(selector)?.getBoundingClientRect();
    if (found !== undefined && found.height > 0) times.details = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function readTimes(page: Page): Promise<{ fcp: number; lcp: number; details: number }> {
  return page.evaluate(() => {
    const { times } = Object.assign({ times: { fcp: 0, lcp: 0, details: 0 } }, window);
    return times;
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

function drawTable(rows: readonly Row[]): string {
  const ms = (value: number) => Math.round(value).toLocaleString('en');
  return [
    `| page | server, ms | FCP, ms | LCP, ms | details visible, ms | JS heap, MB | transferred, KB |`,
    `|---|---|---|---|---|---|---|`,
    ...rows.map(
      (row) =>
        `| ${row.name} | ${ms(row.server)} | ${ms(row.fcp)} | ${ms(row.lcp)} | ${ms(row.details)} | ${row.heap.toFixed(1)} | ${ms(row.kilobytes)} |`,
    ),
    ...OTHERS,
  ].join('\n');
}
