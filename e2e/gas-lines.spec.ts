import { readFileSync } from 'node:fs';
import { type ApiInFront, startApiInFront } from './api-in-front';
import { expectAccessible, overflowOf, readApi } from './checks';
import { expect, test } from './site';
import { startWebAlone, type WebAlone } from './web-alone';

const NAME = 'revert with a custom error';
const PATH = 'demo/contracts/Faults.sol';
const LINES = readFileSync(PATH, 'utf8').split('\n').slice(0, 50);

let api: ApiInFront;
let web: WebAlone;

test.beforeAll(async ({ site, request }) => {
  const path = `/transactions/${site.transactions[NAME]}`;
  const { to } = await readApi(request, site, path);
  const profile = await readApi(request, site, `${path}/gas-profile`);
  const used = BigInt(String(profile.gas_used)) - BigInt(String(profile.intrinsic_gas));
  const of = (line: number, own: bigint) => ({
    ...{ address: to, path: PATH, line, function: 'Faults.<img src=x>', count: 3 },
    ...{ own_gas: String(own), inner_gas: '7' },
  });
  const long = {
    ...of(2, 1n),
    ...{
      address: { ...Object(to), name: 'Contract'.repeat(20) },
      path: `${'folder/'.repeat(12)}${'Long'.repeat(20)}.sol`,
    },
    function: `${'Contract'.repeat(10)}.fail`,
  };
  const frame = { address: to, is_failed: false, own_gas: '50' };
  const lines = {
    lines: Array.from({ length: 100 }, (_, at) => (at === 1 ? long : of(at + 1, at === 0 ? 2n : 1n))),
    ...{ lines_count: 140, lines_gas: String(used - 300n), generated_gas: '200', unknown_gas: '90' },
    rest_gas: '10',
    functions: [
      {
        ...{ address: to, function: 'Faults.fail', path: PATH, line: 3, calls: 2 },
        own_gas: '90',
        total_gas: '99',
      },
    ],
    frames: [
      {
        ...frame,
        index: 0,
        parent: null,
        depth: 0,
        method: 'Faults.failWithCustomError',
        total_gas: String(used),
      },
      { ...frame, index: 1, parent: 0, depth: 1, method: 'Faults.check', total_gas: String(used / 2n) },
    ],
    excerpts: [
      {
        ...{ address: to, path: PATH, function: 'Faults.failWithCustomError', first_line: 1 },
        lines: LINES.map((text, at) => ({
          text,
          own_gas: at % 5 === 4 ? String(1_234 * at) : null,
          inner_gas: at % 10 === 9 ? '2600' : '0',
        })),
      },
    ],
  };
  api = await startApiInFront(site, ({ pathname }) =>
    pathname.endsWith('/gas-profile') ? { ...profile, lines, lines_meta: null } : undefined,
  );
  web = await startWebAlone({ API_URL: api.url });
});

test.afterAll(async () => {
  await web.stop();
  api.stop();
});

test('gas by function and line, whose rows add up, without JavaScript', async ({ browser, txPath }) => {
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1_440, 'dark'],
  ] as const) {
    const context = await browser.newContext({
      ...{ javaScriptEnabled: false, viewport: { width, height: 900 }, colorScheme },
    });
    const page = await context.newPage();
    const answer = await page.goto(`${web.url}${txPath(NAME)}/gas`);
    expect((await answer?.body())?.length).toBeLessThan(300_000);
    const byLine = page.getByRole('region', { name: 'Gas by line' });
    await expect(byLine.getByRole('row')).toHaveCount(1 + 20 + 5);
    await expect(byLine).toContainText('Faults.<img src=x>');
    await expect(byLine).toContainText('Code without known sources');
    await expect(
      byLine
        .getByRole('row')
        .nth(2)
        .getByText(/^(Contract){5}/)
        .last(),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Gas by function' }).first()).toContainText('Faults.check');
    const excerpt = page.getByRole('region', { name: /^Gas of Faults.failWithCustomError in / });
    await expect(excerpt.locator('.is-line')).toHaveCount(Math.floor(LINES.length / 5));
    await expect(excerpt).toContainText('2,600');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/gas-lines-${width}.png`, fullPage: true });
    await context.close();
  }
});

test('the page is accessible', async ({ page, txPath }) => {
  await page.goto(`${web.url}${txPath(NAME)}/gas`);
  await expectAccessible(page);
});
