import { expect, test } from 'vitest';
import { SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { ROUTES } from '@/scripts/routes.mjs';
import { findPageCall } from './page-call';

const TRANSACTION = { hash: `0x${'5e'.repeat(32)}`, block: 7 };
const TOKEN = `0x${'70'.repeat(20)}`;
const PLACES = {
  root: '/31337',
  rich: TRANSACTION,
  moving: TRANSACTION,
  failures: [TRANSACTION],
  addresses: [TOKEN],
  hostile: [TRANSACTION],
  tokens: [TOKEN],
  nft: { token: TOKEN, id: '9' },
};
/** Pages that show nothing of one chain, or nothing at all. */
const WITHOUT = ['/', '/problem/not-found'];

/** Whether the API has an operation at a path. */
function isServed(path: string): boolean {
  return ENDPOINTS.some(({ service, path: template }) => {
    const pattern = `${SERVICE_PREFIX[service]}${template}`.replace(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
}

test('every page of a chain has a question that the API answers', () => {
  const asked = ROUTES.filter(({ route }) => route.startsWith('/[chain]')).map(({ route, paths }) => {
    const [path = ''] = paths(PLACES);
    const call = findPageCall(path.split('?')[0] ?? '', new URLSearchParams());
    return [route, call?.chain, isServed(call?.path ?? '')];
  });
  expect(asked.length).toBeGreaterThan(20);
  expect(asked).toEqual(asked.map(([route]) => [route, '31337', true]));
});

test('pages without a chain have none', () => {
  for (const path of [...WITHOUT, '/status', '/search']) {
    expect(findPageCall(path, new URLSearchParams()), path).toBeUndefined();
  }
});

test('filters and places go along, ways to look do not', () => {
  const search = new URLSearchParams('type=ERC-20&index=4&view=flow');
  expect(findPageCall(`/1/tx/${TRANSACTION.hash}/token-transfers`, search)).toEqual({
    chain: '1',
    path: `/api/v2/transactions/${TRANSACTION.hash}/token-transfers?type=ERC-20&index=4`,
  });
  expect(findPageCall('/1/stats/newTxns', new URLSearchParams('range=1M'))?.path).toBe(
    '/stats-service/api/v1/lines/newTxns',
  );
});
