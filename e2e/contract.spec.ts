import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { contract } from '../lib/endpoints/contract';
import { expectAccessible, overflowOf, readApi } from './checks';
import { expect, test } from './site';
import { startStubApi } from './stub-api';
import { main, travel } from './visitor';
import { startWebAlone, type WebAlone } from './web-alone';

const ADDRESS = `0x${'5a'.repeat(20)}`;
const LINE = '  function rise(uint256 metres) external returns (bool) { emit Risen(msg.sender, 12); } // up';
/** Lines of it on a page. */
const LAST = Math.floor(40_000 / LINE.length);
const SECOND = `0x${'5b'.repeat(20)}`;
const BUILT = `0x${'5c'.repeat(20)}`;

test('a contract that nobody verified says so, without advice for operators', async ({
  page,
  site,
  txPath,
}) => {
  const hash = txPath('transfer of Markup token').split('/').at(-1);
  const { to } = await readApi(page.request, site, `/transactions/${hash}`);
  await page.goto(`/${site.chainId}/address/${to.hash}`);
  await page.getByRole('link', { name: 'Contract', exact: true }).click();
  await expect(page).toHaveURL(`/${site.chainId}/address/${to.hash}/contract`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Source code not verified');
  await expect(main).not.toContainText(/SOURCIFY_URL|ABI_DIR/);
  // a panel of facts without any would be an empty box
  await expect(main.getByRole('heading', { name: 'Code', exact: true })).toHaveCount(0);
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
  await expect(main.locator(`a[href*="/address/${implementation}" i]`).first()).toBeVisible();
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
      additional_sources: [
        { file_path: 'lib/deep/Large.sol', source_code: `${LINE}\n`.repeat(5_000) },
        { file_path: 'lib/deep/<i>Odd</i>.sol', source_code: "\\'".repeat(200_000) },
      ],
      has_constructor_args: true,
      constructor_args: `0x${'0'.repeat(63)}7`,
      decoded_constructor_args: [['7', { name: 'metres', type: 'uint256' }]],
      storage_layout: {
        storage: [{ label: 'depth', slot: '0', offset: 0, type: 't_uint256' }],
        types: { t_uint256: { label: 'uint256', numberOfBytes: '32' } },
      },
      compiler_settings: { optimizer: { enabled: true, runs: 200 } },
      deployed_bytecode: `0x${'6001'.repeat(1_200)}a164736f6c6343000825000a`,
      verified_at: '2026-03-01T10:00:00.000000Z',
    });
    api = await startStubApi({
      '/api/json/config': { chains: { '1': '' }, endpoint_pricing: {} },
      [`/1/api/v2/addresses/${ADDRESS}`]: info(ADDRESS),
      [`/1/api/v2/smart-contracts/${ADDRESS}`]: verified,
      [`/1/api/v2/addresses/${BUILT}`]: { ...info(BUILT), name: null, implementation_name: 'Hull' },
      [`/1/api/v2/smart-contracts/${BUILT}`]: {
        ...verified,
        interface_source: 'artifacts',
        additional_sources: Array.from({ length: 14 }, (_, at) => ({
          file_path: `lib/Part${at}.sol`,
          source_code: `contract Part${at} {}`,
        })),
      },
    });
    web = await startWebAlone({ API_URL: api.url });
  });

  test.afterAll(async () => {
    await web.stop();
    await api.stop();
  });

  test("sources of the operator's artifacts are called so, and a proxy after its implementation", async ({
    page,
  }) => {
    await page.goto(`${web.url}/1/address/${BUILT}/contract`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hull (proxy)');
    await expect(page.getByRole('main')).toContainText('from local build artifacts');
    await expect(page.getByRole('main').getByRole('link', { name: 'Part13.sol' })).toBeVisible();
    await page.goto(`${web.url}/1/address/${ADDRESS}/contract`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Submarine');
    await expect(page.getByRole('main')).not.toContainText('local build artifacts');
  });

  test('sources and interface are shown as text', async ({ page }) => {
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
    await expect(page.getByRole('region', { name: 'Constructor arguments' })).toContainText(
      'metres uint2567',
    );
    await expect(page.getByRole('region', { name: 'Variables' })).toContainText('0depthuint25632');
    await expect(page).not.toHaveTitle('owned');
    await expectAccessible(page);
  });

  test('source files are read without JavaScript: tree, lines, search and download', async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 800 },
    });
    const page = await context.newPage();
    await page.goto(`${web.url}/1/address/${ADDRESS}/contract`);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Large.sol' }).click();
    await expect(main.locator(`#L${LAST}`)).toContainText(String(LAST));
    await expect(main.locator(`#L${LAST + 1}`)).toHaveCount(0);
    await main.getByLabel('Line', { exact: true }).fill('4567');
    await main.getByRole('button', { name: 'Go' }).click();
    await expect(main.locator('#L4567')).toHaveClass('is-line');
    await expect(main.locator('#L4567 > a')).toHaveAttribute('href', '#L4567');
    await expect(main.locator('#L4567 .k').first()).toHaveText('function');
    const html = await page.content();
    console.log(
      `${LAST} lines of source: ${Math.ceil(html.length / 1024)} KB of HTML, ${Math.ceil(gzipSync(html).length / 1024)} KB as sent`,
    );
    expect(gzipSync(html).length).toBeLessThan(300 * 1024);
    expect(html.length).toBeLessThan(700 * 1024);
    await main.getByRole('searchbox').fill('DOCUMENT.title');
    await main.getByRole('button', { name: 'Search' }).click();
    await main.getByRole('link', { name: 'contracts/Submarine.sol:2' }).click();
    await expect(main.locator('#L2')).toHaveClass('is-line');
    await main.getByRole('link', { name: 'i>.sol' }).click();
    await expect(main.locator('#L1')).toContainText('…');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const file = await (await page.request.get(`${web.url}/1/address/${ADDRESS}/contract/sources`)).json();
    expect(Object.keys(file.sources)).toEqual([
      'contracts/Submarine.sol',
      'lib/deep/Large.sol',
      'lib/deep/<i>Odd</i>.sol',
    ]);
    const zip = await page.request.get(`${web.url}/1/address/${ADDRESS}/contract/sources?form=zip`);
    expect(zip.headers()).toMatchObject({ 'content-type': 'application/zip' });
    expect(Object.keys(unzipSync(new Uint8Array(await zip.body())))).toEqual([
      'contracts/Submarine.sol',
      'lib/deep/Large.sol',
      'lib/deep/_i_Odd_/i_.sol',
    ]);
    const one = await page.request.get(
      `${web.url}/1/address/${ADDRESS}/contract/sources?file=lib/deep/Large.sol`,
    );
    expect(one.headers()).toMatchObject({
      'content-disposition': 'attachment; filename="Large.sol"',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(await one.text()).toBe(`${LINE}\n`.repeat(5_000));
    await main.getByRole('link', { name: 'Bytecode' }).click();
    await expect(main).toContainText('Page 1 of 3, 1,200 instructions');
    await main.getByRole('link', { name: 'Next' }).click();
    await expect(main.getByRole('region', { name: 'Instructions by offset' })).toContainText(
      '03e8PUSH1 0x01',
    );
    await context.close();
  });
});

test.describe('a contract of the demo, which is verified', () => {
  const WETH = '0x2279B7A0a67DB372996a5FaB50D91eAA73d2eBe6';
  const DEPLOYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  let path: string;

  test.beforeEach(({ site }) => {
    path = `${site.url}/${site.chainId}/address/${WETH}/contract`;
  });

  test('Source and read: what does it run, and what does it hold?', async ({ page, site }) => {
    await travel(page, `/${site.chainId}`, {
      question: 'Source and read.',
      most: 3,
      go: async ({ search, click }) => {
        await search(WETH);
        await click(page.getByRole('link', { name: 'Contract', exact: true }));
        await expect(main(page)).toContainText('Verified: exact match');
        await expect(main(page)).toContainText('v0.8.30+commit.73712a01');
        await expect(main(page)).toContainText('contract WrappedEther');
        await click(page.getByRole('link', { name: 'Read', exact: true }));
        await expect(main(page)).toContainText('balanceOf');
      },
    });
  });

  test('values are read and calls are prepared without JavaScript', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${path}/read`);
    await page.getByRole('link', { name: 'Read all 4 without parameters' }).click();
    await expect(page.getByRole('region', { name: 'Answer of symbol' })).toContainText('#0 stringWETH');
    const form = page.locator('details', { has: page.getByText('balanceOf', { exact: true }) });
    await form.locator('summary').first().click();
    await form.getByLabel('owner address').fill('someone');
    await form.getByRole('button', { name: 'Read' }).click();
    await expect(form).toContainText('Expected an address: 0x and 40 hex digits.');
    await form.getByLabel('owner address').fill(DEPLOYER);
    await form.getByLabel('Integer unit').selectOption('ether');
    await form.getByRole('button', { name: 'Read' }).click();
    await expect(page.getByRole('region', { name: 'Answer of balanceOf' })).toContainText(
      /#0 uint256[\d,.]+/,
    );
    const shared = new URL(page.url());
    expect(shared.searchParams.get('a0')).toBe(DEPLOYER);
    shared.searchParams.set('block', '0');
    await page.goto(shared.href);
    await expect(form).toContainText('The call succeeded and returned nothing.');
    shared.searchParams.set('block', 'yesterday');
    await page.goto(shared.href);
    await expect(form).toContainText('Enter a block number');

    await page.getByRole('link', { name: 'Write' }).click();
    const withdraw = page.locator('details', { has: page.getByText('withdraw', { exact: true }) });
    await withdraw.locator('summary').first().click();
    await withdraw.getByLabel('wad uint256').fill('1000000 ether');
    await withdraw.getByRole('button', { name: 'Prepare' }).click();
    await expect(withdraw).toContainText(`InsufficientBalance(0x${'0'.repeat(40)}, `);
    await expect(withdraw).toContainText('0x2e1a7d4d');
    await context.close();
  });

  test('a wallet of the visitor signs, on the right chain, after the call was simulated', async ({
    page,
    site,
  }) => {
    const chainId = `0x${Number(site.chainId).toString(16)}`;
    await page.addInitScript(
      ({ account, chain }) => {
        const asked: unknown[] = [];
        let current = '0x1';
        const request = async ({ method, params }: { method: string; params?: unknown[] }) => {
          if (method === 'eth_requestAccounts') return [account];
          if (method === 'eth_chainId') return current;
          if (method === 'wallet_switchEthereumChain') current = chain;
          if (method === 'eth_sendTransaction') asked.push(params);
          return method === 'eth_sendTransaction' ? `0x${'ab'.repeat(32)}` : null;
        };
        const detail = { info: { uuid: 'u', name: '<b>Purse</b>' }, provider: { request } };
        const change = (next: string) => {
          current = next;
        };
        Object.assign(window, { asked, change });
        window.addEventListener('eip6963:requestProvider', () =>
          window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
        );
      },
      { account: DEPLOYER, chain: chainId },
    );
    const withdraw = `${path}/write?fn=0x2e1a7d4d&a0=`;
    await page.goto(`${withdraw}10000000000000000000000000`);
    await page.getByRole('button', { name: 'Send with <b>Purse</b>' }).click();
    await expect(page.getByRole('status')).toContainText('The wallet is on chain 1, this contract on');
    await page.getByRole('button', { name: /^Switch to/ }).click();
    await expect(page.getByRole('status')).toContainText(
      `The transaction would fail: InsufficientBalance(${DEPLOYER}, `,
    );
    await expectAccessible(page);
    await page.evaluate(() => Reflect.get(window, 'change')('0x1'));
    await page.getByRole('button', { name: 'Send anyway' }).click();
    await expect(page.getByRole('status')).toContainText('The wallet is on chain 1, this contract on');
    expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toEqual([]);
    await page.goto(`${path}/write?fn=0xd0e30db0&value=0.5`);
    await page.getByRole('button', { name: 'Send with <b>Purse</b>' }).click();
    await page.getByRole('button', { name: /^Switch to/ }).click();
    await expect(page.getByRole('status')).toContainText(`Sent: 0x${'ab'.repeat(32)}`);
    expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toEqual([
      [{ from: DEPLOYER, chainId, to: WETH, data: '0xd0e30db0', value: '0x6f05b59d3b20000' }],
    ]);
  });
});
