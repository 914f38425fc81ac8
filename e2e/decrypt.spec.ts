import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page, Request } from '@playwright/test';
import { initSync } from 'tkms';
import { bytesToHex, type Hex, verifyTypedData } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { deriveAccounts, MNEMONIC } from '../demo/accounts';
import { DECRYPTION_CONTRACT, GATEWAY_CHAIN_ID } from '../demo/encryption';
import { answerAsKms } from '../test/support/fake-kms';
import { expectAccessible, readApi } from './checks';
import { expect, type Site, test } from './site';

const RELAYER = 'https://relayer.example/v2';
const VALUE = 1_234_567n;
const { users } = deriveAccounts();
const STRANGER = `0x${'5e'.repeat(20)}`;

test.beforeAll(() => {
  const path = createRequire(import.meta.url).resolve('tkms/kms_lib_bg.wasm');
  initSync({ module: readFileSync(path) });
});

/** A handle that a user of the demo chain may decrypt, and that user. */
async function findHandle(request: Parameters<typeof readApi>[0], site: Site) {
  const transaction = site.transactions['confidential transfer'];
  const { items } = await readApi(request, site, `/transactions/${transaction}/token-transfers`);
  const handle: string = items[0].encrypted_amount;
  const access = await readApi(request, site, `/fhe/handles/${handle}/access`);
  const accounts: string[] = access.items.map((one: { account: { hash: string } }) => one.account.hash);
  const user = users.find(({ address }) => accounts.includes(address));
  if (user === undefined) throw new Error('no user may decrypt the transfer');
  return { path: `/${site.chainId}/handle/${handle}`, user };
}

type Stub = { account: string; chain: string; isRejecting: boolean };

/** A wallet in the page: it reads by the node of the demo chain and signs with the keys of its users. */
async function installWallet(page: Page, site: Site, stub: Stub): Promise<void> {
  await page.exposeFunction('askWallet', async (method: string, params: unknown[]) => {
    if (method === 'eth_requestAccounts') return { result: [stub.account] };
    if (method === 'eth_chainId') return { result: stub.chain };
    if (method === 'wallet_switchEthereumChain') {
      stub.chain = `0x${Number(site.chainId).toString(16)}`;
      return { result: null };
    }
    if (method === 'eth_signTypedData_v4') {
      if (stub.isRejecting) return { error: { code: 4001, message: 'rejected' } };
      const user = users.find(({ address }) => address === params[0]);
      return { result: await user?.signTypedData(JSON.parse(String(params[1]))) };
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(site.rpcUrl, { method: 'POST', headers, body })).json();
  });
  await page.addInitScript(() => {
    const request = async ({ method, params }: { method: string; params?: unknown[] }) => {
      const { result, error } = await Reflect.get(window, 'askWallet')(method, params ?? []);
      if (error) throw error;
      return result;
    };
    const detail = { info: { uuid: 'u', name: 'Purse' }, provider: { request } };
    window.addEventListener('eip6963:requestProvider', () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
    );
  });
}

type Behavior = 'answers' | 'is gone' | 'lies';

/** A handle that a user of the demo chain may decrypt because another delegated that, with both. */
async function findDelegated(request: Parameters<typeof readApi>[0], site: Site) {
  for (const delegator of users) {
    const { items } = await readApi(request, site, `/addresses/${delegator.address}/fhe/handles`);
    for (const { handle } of items) {
      const access = await readApi(request, site, `/fhe/handles/${handle}/access`);
      const grants: {
        account: { hash: string };
        delegations: { delegate: { hash: string }; contract: unknown }[];
      }[] = access.items;
      const own = grants.find(({ account }) => account.hash === delegator.address);
      const named = own?.delegations.find(({ contract }) => contract !== null)?.delegate.hash;
      const user = users.find(({ address }) => address === named);
      if (user !== undefined && !grants.some(({ account }) => account.hash === named))
        return { path: `/${site.chainId}/handle/${handle}`, user, delegator: delegator.address };
    }
  }
  throw new Error('no user was delegated a decryption');
}

/** The relayer with the KMS behind it: it queues a request whose signature is right, and answers it. */
async function installRelayer(page: Page, relayer: { behavior: Behavior }): Promise<object[]> {
  const asked: object[] = [];
  const hdKey = mnemonicToAccount(MNEMONIC, { addressIndex: 1001 }).getHdKey();
  const right = bytesToHex(hdKey.privateKey ?? new Uint8Array());
  await page.route(`${RELAYER}**`, async (route) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
    if (relayer.behavior === 'is gone') return route.abort();
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    if (request.method() === 'POST') {
      const body = request.postDataJSON();
      asked.push(body);
      await expectSigned(body);
      return route.fulfill({ status: 202, headers, json: { status: 'queued', result: { jobId: 'job-1' } } });
    }
    const body = Object(asked.at(-1));
    const handle: string = body.handleContractPairs[0].handle;
    const kms = {
      privateKey: relayer.behavior === 'lies' ? (`0x${'18'.repeat(32)}` as Hex) : right,
      gatewayChainId: Number(GATEWAY_CHAIN_ID),
      verifyingContract: DECRYPTION_CONTRACT as Hex,
    };
    const userAddress: string = body.userAddress ?? body.delegateAddress;
    const share = await answerAsKms(kms, { ...body, handle, userAddress }, VALUE);
    return route.fulfill({
      headers,
      json: { status: 'succeeded', requestId: 'r', result: { result: [share] } },
    });
  });
  return asked;
}

async function expectSigned(body: Record<string, never>): Promise<void> {
  const { userAddress, signature, publicKey, contractAddresses, requestValidity, extraData } = Object(body);
  const { delegatorAddress, delegateAddress, startTimestamp, durationDays } = Object(body);
  const common = { publicKey: `0x${publicKey}` as Hex, contractAddresses, extraData };
  const delegated = delegatorAddress !== undefined;
  const isValid = await verifyTypedData({
    address: delegated ? delegateAddress : userAddress,
    signature: `0x${signature}`,
    domain: {
      name: 'Decryption',
      version: '1',
      chainId: 31337,
      verifyingContract: DECRYPTION_CONTRACT as Hex,
    },
    types: {
      UserDecryptRequestVerification: [
        { name: 'publicKey', type: 'bytes' },
        { name: 'contractAddresses', type: 'address[]' },
        { name: 'startTimestamp', type: 'uint256' },
        { name: 'durationDays', type: 'uint256' },
        { name: 'extraData', type: 'bytes' },
      ],
      DelegatedUserDecryptRequestVerification: [
        { name: 'publicKey', type: 'bytes' },
        { name: 'contractAddresses', type: 'address[]' },
        { name: 'delegatorAddress', type: 'address' },
        { name: 'startTimestamp', type: 'uint256' },
        { name: 'durationDays', type: 'uint256' },
        { name: 'extraData', type: 'bytes' },
      ],
    },
    ...(delegated
      ? {
          primaryType: 'DelegatedUserDecryptRequestVerification' as const,
          message: { ...common, delegatorAddress, startTimestamp, durationDays },
        }
      : {
          primaryType: 'UserDecryptRequestVerification' as const,
          message: { ...common, ...requestValidity },
        }),
  });
  expect(isValid).toBe(true);
}

test('a wallet decrypts a value through the relayer that the page names, and nobody else learns it', async ({
  page,
  request,
  site,
}) => {
  const { path, user } = await findHandle(request, site);
  const stub = { account: user.address, chain: '0x1', isRejecting: false };
  await installWallet(page, site, stub);
  const asked = await installRelayer(page, { behavior: 'answers' });
  const sent: Request[] = [];
  page.on('request', (one) => sent.push(one));
  await page.goto(path);
  const panel = page.locator('section', {
    has: page.getByRole('heading', { name: 'Decrypt with your wallet' }),
  });
  await expect(panel).toContainText('https://relayer.example/v2');
  const decrypt = panel.getByRole('button', { name: 'Decrypt with Purse' });
  await decrypt.click();
  await expect(panel.getByRole('status')).toContainText('The wallet is on chain 1, this value on Demo.');
  expect(sent.filter((one) => /\.wasm|relayer/.test(one.url()))).toEqual([]);
  const before = sent.length;
  await panel.getByRole('button', { name: 'Switch to Demo' }).click();
  await expect(panel.getByRole('status')).toContainText('1,234,567');
  await expect(panel.getByRole('status')).toContainText(user.address);
  await expectAccessible(page);
  expect(asked).toHaveLength(1);
  const after = sent.slice(before);
  const own = after.filter((one) => one.url().startsWith(`${site.url}/`));
  const { publicKey, signature } = Object(asked[0]);
  const secrets = [String(VALUE), user.address.slice(2), publicKey, signature];
  const told = own.map((one) => `${one.method()} ${one.url()} ${one.postData() ?? ''}`);
  expect(told.filter((line) => !line.startsWith('GET '))).toEqual([]);
  expect(told.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  const others = after.filter((one) => !own.includes(one) && !one.url().startsWith(RELAYER));
  expect(others.map((one) => one.url())).toEqual([]);
});

test('a wallet decrypts by a delegation in the name of another account', async ({ page, request, site }) => {
  const { path, user, delegator } = await findDelegated(request, site);
  const chain = `0x${Number(site.chainId).toString(16)}`;
  await installWallet(page, site, { account: user.address, chain, isRejecting: false });
  const asked = await installRelayer(page, { behavior: 'answers' });
  const posted: string[] = [];
  page.on('request', (one) => one.method() === 'POST' && posted.push(one.url()));
  await page.goto(path);
  await page.getByRole('button', { name: 'Decrypt with Purse' }).click();
  const status = page.getByRole('status');
  await expect(status).toContainText('1,234,567');
  await expect(status).toContainText(`The right is that of ${delegator}, which delegated it.`);
  expect(posted).toEqual([`${RELAYER}/delegated-user-decrypt`]);
  expect(asked).toMatchObject([{ delegatorAddress: delegator, delegateAddress: user.address }]);
  expect(Object.keys(Object(asked[0])).sort()).toEqual([
    ...['contractAddresses', 'contractsChainId', 'delegateAddress', 'delegatorAddress', 'durationDays'],
    ...['extraData', 'handleContractPairs', 'publicKey', 'signature', 'startTimestamp'],
  ]);
  await expectAccessible(page);
});

test('why a value is not decrypted', async ({ page, request, site }) => {
  const { path, user } = await findHandle(request, site);
  const stub = { account: STRANGER, chain: `0x${Number(site.chainId).toString(16)}`, isRejecting: true };
  const relayer: { behavior: Behavior } = { behavior: 'is gone' };
  await page.goto(path);
  await expect(page.getByText('No wallet was found in this browser.')).toBeVisible();
  await installWallet(page, site, stub);
  await installRelayer(page, relayer);
  await page.goto(path);
  const expectOutcome = async (text: string) => {
    await page.getByRole('button', { name: 'Decrypt with Purse' }).click();
    await expect(page.getByRole('status')).toContainText(text);
  };
  await expectOutcome('may not decrypt this value: the ACL has no grant for it.');
  stub.account = user.address;
  await expectOutcome('You rejected the request in the wallet.');
  stub.isRejecting = false;
  await expectOutcome('The relayer did not answer.');
  relayer.behavior = 'lies';
  await expectOutcome('The answer of the relayer is not valid');
  await expectAccessible(page);
});

test('without script the page says what decrypting needs; other pages may not connect to the relayer', async ({
  browser,
  request,
  site,
}) => {
  const { path } = await findHandle(request, site);
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.url}${path}`);
  await expect(page.locator('main noscript p')).toHaveText(
    'This needs JavaScript, and a wallet in your browser.',
  );
  await page.close();
  for (const [other, isAllowed] of [
    [path, true],
    [`/${site.chainId}/fhe`, false],
    [`/1/handle/${'0x'.padEnd(66, 'a')}`, false],
  ] as const) {
    const policy = (await request.get(other)).headers()['content-security-policy'];
    expect([other, policy?.includes('relayer.example')]).toEqual([other, isAllowed]);
  }
});
