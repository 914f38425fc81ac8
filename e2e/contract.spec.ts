import { contract } from '../lib/endpoints/contract';
import { expectAccessible, overflowOf, readApi } from './checks';
import { expect, test } from './site';
import { startStubApi } from './stub-api';
import { startWebAlone, type WebAlone } from './web-alone';

const ADDRESS = `0x${'5a'.repeat(20)}`;
const SECOND = `0x${'5b'.repeat(20)}`;

test('a contract that nobody verified says so, and what its operator can do', async ({
  page,
  site,
  txPath,
}) => {
  const hash = txPath('confidential transfer').split('/').at(-1);
  const { to } = await readApi(page.request, site, `/transactions/${hash}`);
  await page.goto(`/${site.chainId}/address/${to.hash}`);
  await page.getByRole('link', { name: 'Contract', exact: true }).click();
  await expect(page).toHaveURL(`/${site.chainId}/address/${to.hash}/contract`);
  const main = page.getByRole('main');
  for (const text of ['Not verified', 'SOURCIFY_URL', 'ABI_DIR']) await expect(main).toContainText(text);
  await expectAccessible(page);
});

test('a proxy says which standard it follows and whose code it runs', async ({ page, site, txPath }) => {
  const hash = txPath('FHE medley').split('/').at(-1);
  const { items } = await readApi(page.request, site, `/transactions/${hash}/logs`);
  const executor = items.find((log: { address: { proxy_type: string | null } }) => log.address.proxy_type);
  const { address_hash: implementation } = executor.address.implementations[0];
  await page.goto(`/${site.chainId}/address/${executor.address.hash}/contract`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Proxy (EIP-1967) →');
  await expect(main.getByRole('link', { name: implementation.slice(0, 6) }).first()).toBeVisible();
});

test('an account has no code to show', async ({ page, site, txPath }) => {
  const hash = txPath('plain ether transfer').split('/').at(-1);
  const { from } = await readApi(page.request, site, `/transactions/${hash}`);
  await page.goto(`/${site.chainId}/address/${from.hash}/contract`);
  await expect(page.getByRole('main')).toContainText('No code at this address');
});

test.describe('before an API that knows sources', () => {
  let web: WebAlone;
  let api: Awaited<ReturnType<typeof startStubApi>>;

  test.beforeAll(async () => {
    const info = (hash: string) => ({
      ...{ hash, name: 'Submarine', is_contract: true, is_verified: true, coin_balance: null },
      ...{ block_number_balance_updated_at: null, exchange_rate: null, creator_address_hash: null },
      ...{ creation_transaction_hash: null, creation_status: null, token: null, has_logs: false },
      ...{ has_token_transfers: false, has_tokens: false, has_validated_blocks: false },
      ...{ proxy_type: 'eip1967_beacon', implementations: [{ address_hash: SECOND, name: 'Hull' }] },
    });
    const verified = contract.parse({
      name: 'Submarine',
      is_verified: true,
      is_fully_verified: true,
      interface_source: 'verified',
      language: 'solidity',
      compiler_version: '0.8.30+commit.73712a01',
      optimization_enabled: true,
      optimization_runs: 200,
      abi: [
        { type: 'function', name: 'dive', inputs: [{ name: 'metres', type: 'uint256' }], outputs: [] },
        { type: 'event', name: '<b>Dived</b>', inputs: [] },
      ],
      file_path: 'contracts/Submarine.sol',
      source_code: 'contract Submarine {\n\t// <script>document.title = "owned"</script> \u202e reversed\n}',
      additional_sources: [{ file_path: 'Large.sol', source_code: 'a line of it\n'.repeat(40_000) }],
      verified_at: '2026-03-01T10:00:00.000000Z',
    });
    api = await startStubApi({
      '/api/json/config': { chains: { '1': '' }, endpoint_pricing: {} },
      [`/1/api/v2/addresses/${ADDRESS}`]: info(ADDRESS),
      [`/1/api/v2/smart-contracts/${ADDRESS}`]: verified,
    });
    web = await startWebAlone({ API_URL: api.url });
  });

  test.afterAll(async () => {
    await web.stop();
    await api.stop();
  });

  test('sources and interface are shown as text, bounded', async ({ page }) => {
    await page.goto(`${web.url}/1/address/${ADDRESS}/contract`);
    const main = page.getByRole('main');
    for (const text of [
      'Proxy (EIP-1967 beacon) →',
      'Verified: exact match',
      '0.8.30+commit.73712a01',
      'on, 200 runs',
      'contracts/Submarine.sol',
      '<script>document.title = "owned"</script> \ufffd reversed',
      'function dive(uint256 metres)',
    ])
      await expect(main).toContainText(text);
    await expect(page).not.toHaveTitle('owned');
    await page.getByText('Large.sol').click();
    await expect(main).toContainText('Truncated. The API returns the full file.');
    expect((await page.content()).length).toBeLessThan(1_000_000);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});
