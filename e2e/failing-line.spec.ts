import { readFileSync } from 'node:fs';
import { type ApiInFront, startApiInFront } from './api-in-front';
import { expectAccessible, overflowOf, readApi } from './checks';
import { expect, test } from './site';
import { startWebAlone, type WebAlone } from './web-alone';

const NAME = 'revert with a custom error';
const PATH = 'demo/contracts/Faults.sol';
const LINES = readFileSync(PATH, 'utf8').split('\n');
const LINE = LINES.findIndex((line) => line.includes('revert Unauthorized')) + 1;
const COMPILING = 'The sources of the contract are being compiled. Try again in a moment.';

let api: ApiInFront;
let web: WebAlone;
let isCompiled = true;

test.beforeAll(async ({ site, request }) => {
  const { to } = await readApi(request, site, `/transactions/${site.transactions[NAME]}`);
  const functions = [
    { function: 'Faults.failWithCustomError', path: PATH, line: LINE - 1 },
    { function: 'Faults.<img src=x>', path: PATH, line: LINE },
  ];
  const call = { address: to, method: 'failWithCustomError', functions, functions_count: 40 };
  const decoded_input = {
    ...{ method_id: '345b6dfe', method_call: 'failWithCustomError(uint256 required)' },
    parameters: [{ name: 'required', type: 'uint256', value: '42' }],
  };
  const frames = [{ ...call, decoded_input }];
  const excerpt = { first_line: LINE - 5, lines: LINES.slice(LINE - 6, LINE + 5) };
  const place = {
    ...{ address: to, function: functions[0]?.function, path: PATH, line: LINE, column: 9 },
    ...{ text: 'revert', is_origin: true, excerpt },
  };
  const found = { place, frames, frames_count: 3, meta: null };
  const meta = { status: 'unavailable', message: COMPILING, code: 'source_compiling' };
  api = await startApiInFront(site, ({ pathname }) =>
    pathname.endsWith('/failure') ? (isCompiled ? found : { ...found, place: null, meta }) : undefined,
  );
  web = await startWebAlone({ API_URL: api.url });
});

test.afterAll(async () => {
  await web.stop();
  api.stop();
});

test('the line at which a transaction failed is shown among its neighbors, without JavaScript', async ({
  browser,
  txPath,
}) => {
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1_440, 'dark'],
  ] as const) {
    const context = await browser.newContext({
      ...{ javaScriptEnabled: false, viewport: { width, height: 900 }, colorScheme },
    });
    const page = await context.newPage();
    await page.goto(`${web.url}${txPath(NAME)}`);
    const part = page.getByRole('region', { name: 'Where it failed' });
    await expect(part.locator('.is-line')).toHaveText(`${LINE}${LINES[LINE - 1]}`);
    await expect(part.locator('pre code > span')).toHaveCount(11);
    await expect(part).toContainText('failWithCustomError(42)');
    await expect(part).toContainText('Faults.<img src=x>');
    await expect(part).toContainText('38 functions more');
    await expect(part).toContainText('2 calls between are left out');
    await expect(part.getByRole('link', { name: `${PATH}:${LINE}` })).toHaveAttribute(
      'href',
      new RegExp(`/contract\\?file=demo%2Fcontracts%2FFaults.sol&line=${LINE}#L${LINE}$`),
    );
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${width}.png`, fullPage: true });
    await context.close();
  }
});

test('it is accessible; while sources are compiled, that is said, and the line then shown', async ({
  page,
  txPath,
}) => {
  await page.goto(`${web.url}${txPath(NAME)}`);
  await expectAccessible(page);
  isCompiled = false;
  await page.goto(`${web.url}${txPath(NAME)}`);
  await expect(page.getByRole('main')).toContainText(COMPILING);
  await expect(page.getByRole('region', { name: 'Where it failed' }).locator('pre')).toHaveCount(0);
  isCompiled = true;
  await expect(page.getByRole('region', { name: 'Where it failed' }).locator('.is-line')).toBeVisible();
});
