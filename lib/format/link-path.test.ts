import { expect, test } from 'vitest';
import { findChainPage } from '@/lib/pages/chain-pages';
import { TABS } from '@/lib/pages/tabs';
import { ROUTES } from '../../scripts/routes.mjs';
import { isLink, linkPath } from './link-path';
import { parseQuery } from './parse-query';

/** A page of a chain that is no list of it, and what belongs to a tab or to a page without any. */
const OTHERS = /^\/\[chain\]($|\/search$|\/stats\/|\/token\/\[hash\]\/instance|\/flow\/|\/handle\/)/;

const HASH = `0x${'ab'.repeat(32)}`;
const ADDRESS = `0x${'5a'.repeat(20)}`;

test.each([
  ['/accounts', '/accounts'],
  ['/contractsVerified', '/verified-contracts'],
  [`/nft/${ADDRESS}/1`, `/token/${ADDRESS}/instance/1`],
  [`/tokentxns?a=${ADDRESS}`, `/address/${ADDRESS}/token-transfers`],
  [`/${ADDRESS}`, `/address/${ADDRESS}`],
  [`/op/${HASH}`, `/op/${HASH}`],
  [`/5/internal-txs`, '/internal-transactions'],
  [`/5/tokentxns?a=${ADDRESS}`, `/address/${ADDRESS}/token-transfers`],
  [`/5/transactions/${HASH}`, `/tx/${HASH}`],
  [`/5/TX/${HASH}`, `/tx/${HASH}`],
  ['/5/TXS', '/txs'],
  ['/5/Verified-Contracts', '/verified-contracts'],
  [`/vmtrace?txhash=${HASH}`, undefined],
  ['/nft-top-contracts', undefined],
])('%s is a link to %s', (link, path) => {
  const [pathname = '', query] = link.split('?');
  expect(isLink(pathname, query === undefined ? '' : `?${query}`)).toBe(true);
  expect(linkPath(parseQuery(link))).toBe(path);
});

test.each([
  '/',
  '/search?q=5',
  '/nowhere/5',
  '/nowhere.php',
  '/99999999999999999999999999',
  '/5/nowhere',
  '/5/accounts',
  '/5/txs?a=7',
  `/5/tx/${HASH}/logs`,
  `/5/op/${HASH}`,
  '/5/logs',
  '/5/contract',
  `/5?from=${ADDRESS}`,
  `/5/operations.json?sender=${ADDRESS}`,
])('%s is no link', (link) => {
  const [pathname = '', query = ''] = link.split('?');
  expect(isLink(pathname, `?${query}`)).toBe(false);
});

test('no page of the site is taken for a link, and every page of a chain and every tab is named once', () => {
  for (const { route } of ROUTES) {
    const path = route.replace('[chain]', '5').replaceAll(/\[\w+\]/g, HASH);
    expect(isLink(path, ''), path).toBe(false);
    expect(isNamed(route), route).toBe(true);
  }
});

function isNamed(route: string): boolean {
  if (!route.startsWith('/[chain]') || OTHERS.test(route)) return true;
  const [, , name = '', , ...tab] = route.split('/');
  const tabs = Object.entries(TABS).find(([page]) => page === name)?.[1];
  return tabs === undefined
    ? findChainPage(`/${name}`) !== undefined
    : tabs.some(({ path }) => path === tab.join('/'));
}

test('the flow of an address is a page of ours, not a link to the address', () => {
  expect(isLink(`/1/flow/0x${'1'.repeat(40)}`, '')).toBe(false);
});
