import { type ApiInFront, startApiInFront } from './api-in-front';
import { expect, test } from './site';
import { startWebAlone, type WebAlone } from './web-alone';

test.use({ javaScriptEnabled: false });

let api: ApiInFront;
let web: WebAlone;
test.afterEach(async () => {
  await web.stop();
  api.stop();
});

/** The source of a price in the operator's file. */
const ofDay = (day: string) => ({
  ...{ kind: 'file', address_hash: null, description: null, block_number: null },
  updated_at: `${day}T00:00:00.000000Z`,
});

/** An answer with prices of days wherever it has prices. */
function priced(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(priced);
  if (typeof value !== 'object' || value === null || !/^(Object)?$/.test(value.constructor?.name ?? ''))
    return value;
  const fields = Object.entries(value).map(([name, field]) => {
    if (name === 'exchange_rate') return [name, '2000.5'];
    if (name === 'historic_exchange_rate') return [name, '1990.25'];
    if (name === 'exchange_rate_source') return [name, ofDay('2026-02-03')];
    if (name === 'historic_exchange_rate_source') return [name, ofDay('2026-01-02')];
    return [name, priced(field)];
  });
  return Object.fromEntries(fields);
}

test('a transaction has its value by the prices of the operator’s file, each with its day', async ({
  page,
  site,
}) => {
  const hash = site.transactions['token medley'];
  api = await startApiInFront(site, async ({ pathname }, ask) =>
    pathname.includes('/transactions/') ? priced(await ask()) : undefined,
  );
  web = await startWebAlone({ API_URL: api.url, API_KEY: site.apiKey });
  await page.goto(`${web.url}/${site.chainId}/tx/${hash}`);
  const main = page.getByRole('main');
  await expect(main.getByTitle("from the operator's file, for 2026-02-03").first()).toContainText('now');
  await expect(main.getByTitle("from the operator's file, for 2026-01-02").first()).toContainText(
    'when confirmed',
  );
});
