import { type Ask, startApiInFront } from './api-in-front';
import { expectAccessible, readApi } from './checks';
import { expect, type Site, test } from './site';
import { startWebAlone } from './web-alone';

const COUNT = 43;
const addressOf = (number: number) => `0x${String(7_000 + number).padStart(40, '0')}`;

test('approvals beyond the first twenty unfold, and those that were not read are a link away', async ({
  page,
  site,
}) => {
  const hash = site.transactions['ERC-20 approval'];
  const [log] = (await readApi(page.request, site, `/transactions/${hash}/logs`)).items;
  const parametersOf = (number: number) =>
    log.decoded.parameters.map((parameter: { name: string }) =>
      parameter.name === 'spender' ? { ...parameter, value: addressOf(number) } : parameter,
    );
  const items = Array.from({ length: COUNT }, (_, index) => ({
    ...log,
    ...{ index, decoded: { ...log.decoded, parameters: parametersOf(index) } },
  }));
  const next_page_params = { block_number: log.block_number, index: COUNT - 1, items_count: COUNT };
  const api = await startApiInFront(site, async ({ pathname, searchParams }, ask) => {
    if (pathname.endsWith(`/transactions/${hash}/logs`) && searchParams.has('topic'))
      return { items, next_page_params };
    if (!pathname.endsWith(`/transactions/${hash}/overview`)) return undefined;
    const overview = Object(await ask());
    const approvals = items.map((_, index) => ({
      ...overview.approvals[0],
      ...{ spender: addressOf(index), log_index: index },
    }));
    return { ...overview, approvals, approvals_overflow: true };
  });
  const web = await startWebAlone({ API_URL: api.url });
  try {
    await page.goto(`${web.url}/${site.chainId}/tx/${hash}`);
    const approvals = page.getByRole('region', { name: 'Approvals' });
    await expect(approvals.getByRole('listitem')).toHaveCount(20);
    await approvals.getByText(`${COUNT - 20} more approvals`).click();
    await expect(approvals.getByRole('listitem')).toHaveCount(COUNT);
    await expectAccessible(page);
    await approvals.getByRole('link', { name: 'The Logs tab lists all of them.' }).click();
    await expect(page).toHaveURL(/\/logs\?topic=0x/);
    await expect(page.locator('li[id^="log-"]')).toHaveCount(COUNT);
  } finally {
    await web.stop();
    api.stop();
  }
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('items of a decoded array unfold', async ({ page, site }) => {
    const hash = site.transactions['ERC-20 approval'];
    const leg = (number: number) => [addressOf(number), String(1_000 + number)];
    const call = {
      method_id: '12345678',
      method_call: 'dive((address,uint256)[] legs)',
      parameters: [
        {
          name: 'legs',
          type: '(address,uint256)[]',
          value: Array.from({ length: 1_003 }, (_, index) => leg(index)),
        },
      ],
    };
    await withChanged(
      site,
      async (path, ask) => {
        if (!path.endsWith(`/transactions/${hash}/overview`)) return undefined;
        return { transaction: { ...Object(await ask()).transaction, decoded_input: call } };
      },
      (url) => page.goto(`${url}/${site.chainId}/tx/${hash}`),
    );
    const input = page.getByRole('region', { name: 'Input' });
    await expect(input).toContainText('1,049');
    await expect(input.getByRole('link', { name: addressOf(49) })).toBeVisible();
    await expect(input.getByText('1,050', { exact: true })).toBeHidden();
    await input.getByText('and 950 more', { exact: true }).click();
    await expect(input.getByText('1,050', { exact: true })).toBeVisible();
    await expect(input.getByText('1,999', { exact: true })).toBeVisible();
    await expect(input).toContainText('3 more values. The API returns all of them.');
  });

  test('guessed functions beyond the first unfold', async ({ page, site, txPath }) => {
    const hash = txPath('confidential transfer').split('/').at(-1);
    const { to } = await readApi(page.request, site, `/transactions/${hash}`);
    const derived_functions = Array.from({ length: 230 }, (_, index) => ({
      selector: `0x${(0xee_00_00_00 + index).toString(16)}`,
      argument_types: 'uint256',
      state_mutability: 'view',
    }));
    await withChanged(
      site,
      (path) =>
        path.endsWith(`/smart-contracts/${to.hash.toLowerCase()}`)
          ? { abi: null, derived_functions }
          : undefined,
      (url) => page.goto(`${url}/${site.chainId}/address/${to.hash}/contract`),
    );
    const guessed = page.getByRole('region', { name: 'Functions derived from the bytecode' });
    await expect(guessed.getByText('0xee0000c7')).toBeVisible();
    await expect(guessed.getByText('0xee0000c8')).toBeHidden();
    await guessed.getByText('30 more functions').click();
    await expect(guessed.getByText('0xee0000e5')).toBeVisible();
  });
});

/** What an answer at a path of the API is changed in. */
type Change = (path: string, ask: Ask) => object | undefined | Promise<object | undefined>;

/** Reads a page of a site whose API answers otherwise. */
async function withChanged(
  site: Site,
  change: Change,
  read: (url: string) => Promise<unknown>,
): Promise<void> {
  const api = await startApiInFront(site, async ({ pathname }, ask) => {
    const changed = await change(pathname, ask);
    return changed && Object.assign({}, await ask(), changed);
  });
  const web = await startWebAlone({ API_URL: api.url });
  try {
    await read(web.url);
  } finally {
    await web.stop();
    api.stop();
  }
}
