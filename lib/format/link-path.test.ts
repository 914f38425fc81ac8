import { expect, test } from 'vitest';
import { ROUTES } from '../../scripts/routes.mjs';
import { isLink, linkPath } from './link-path';
import { parseQuery } from './parse-query';

const HASH = `0x${'ab'.repeat(32)}`;
const ADDRESS = `0x${'5a'.repeat(20)}`;

test.each([
  ['/accounts', '/accounts'],
  ['/contractsVerified', '/verified-contracts'],
  [`/nft/${ADDRESS}/1`, `/token/${ADDRESS}/instance/1`],
  [`/tokentxns?a=${ADDRESS}`, `/address/${ADDRESS}/token-transfers`],
  [`/tokenapprovalchecker?search=${ADDRESS}`, `/address/${ADDRESS}/approvals`],
  [`/vmtrace?txhash=${HASH}`, `/tx/${HASH}/trace`],
  [`/op/${HASH}`, `/op/${HASH}`],
  [`/5/internal-txs`, '/internal-transactions'],
  [`/5/tokentxns?a=${ADDRESS}`, `/address/${ADDRESS}/token-transfers`],
  [`/5/transactions/${HASH}`, `/tx/${HASH}`],
  [`/5/TX/${HASH}`, `/tx/${HASH}`],
  ['/5/TXS', '/txs'],
  ['/5/Verified-Contracts', '/verified-contracts'],
  ['/chart/newTxns', '/stats/newTxns'],
  ['/chart/tx', '/stats/newTxns'],
  ['/chart/constructor', '/stats'],
])('%s is a link to %s', (link, path) => {
  const [pathname = '', query] = link.split('?');
  expect(isLink(pathname, query === undefined ? '' : `?${query}`)).toBe(true);
  expect(linkPath(parseQuery(link))).toBe(path);
});

test.each([
  '/',
  '/search?q=5',
  '/nowhere',
  '/5/nowhere',
  '/5/accounts',
  '/5/txs?a=7',
  `/5/tx/${HASH}/logs`,
  `/5/op/${HASH}`,
  '/5/logs',
  '/5/contract',
])('%s is no link', (link) => {
  const [pathname = '', query = ''] = link.split('?');
  expect(isLink(pathname, `?${query}`)).toBe(false);
});

test('no page of the site is taken for a link of another explorer, and every page of a chain is known by its name', () => {
  for (const { route } of ROUTES) {
    const path = route.replace('[chain]', '5').replaceAll(/\[\w+\]/g, HASH);
    expect(isLink(path, ''), path).toBe(false);
    const [, list] = /^\/\[chain\]\/([a-z-]+)$/.exec(route) ?? [];
    if (list !== undefined && list !== 'search')
      expect(linkPath(parseQuery(`/${list}`)), route).toBe(`/${list}`);
  }
});
