/** The question to the API whose answer a page shows: the id of its chain, and the path with its query below it. */
export type PageCall = Readonly<{ chain: string; path: string }>;

const EXPLORER = '/api/v2';
const STATS = '/stats-service/api/v1';

/** What stands in the URL of a page for the page alone. */
const OWN_PARAMETERS = ['view', 'all', 'from', 'to', 'range', 'scale', 'resolution', 'section'];

/** Pages below a chain, and what they ask; the first that fits. */
const CALLS: readonly (readonly [RegExp, string])[] = [
  [/^$/, `${EXPLORER}/main-page/blocks`],
  [/^\/blocks$/, `${EXPLORER}/blocks`],
  [/^\/block\/(\w+)$/, `${EXPLORER}/blocks/$1`],
  [/^\/block\/(\w+)\/(internal-transactions|withdrawals)$/, `${EXPLORER}/blocks/$1/$2`],
  [/^\/txs$/, `${EXPLORER}/transactions`],
  [/^\/tx\/(0x\w{64})\/fhe$/, `${EXPLORER}/transactions/$1/fhe-operations`],
  [/^\/tx\/(0x\w{64})\/internal$/, `${EXPLORER}/transactions/$1/internal-transactions`],
  [/^\/tx\/(0x\w{64})\/state$/, `${EXPLORER}/transactions/$1/state-changes`],
  [/^\/tx\/(0x\w{64})\/trace$/, `${EXPLORER}/transactions/$1/raw-trace`],
  [/^\/tx\/(0x\w{64})\/(token-transfers|logs)$/, `${EXPLORER}/transactions/$1/$2`],
  [/^\/tx\/(0x\w{64})(\/|$).*/, `${EXPLORER}/transactions/$1`],
  [/^\/address\/(0x\w{40})$/, `${EXPLORER}/addresses/$1/transactions`],
  [/^\/address\/(0x\w{40})\/internal$/, `${EXPLORER}/addresses/$1/internal-transactions`],
  [/^\/address\/(0x\w{40})\/nfts$/, `${EXPLORER}/addresses/$1/nft`],
  [/^\/address\/(0x\w{40})\/(token-transfers|tokens|logs)$/, `${EXPLORER}/addresses/$1/$2`],
  [/^\/address\/(0x\w{40})\/.*/, `${EXPLORER}/addresses/$1`],
  [/^\/tokens$/, `${EXPLORER}/tokens`],
  [/^\/token\/(0x\w{40})$/, `${EXPLORER}/tokens/$1/transfers`],
  [/^\/token\/(0x\w{40})\/holders$/, `${EXPLORER}/tokens/$1/holders`],
  [/^\/token\/(0x\w{40})\/inventory$/, `${EXPLORER}/tokens/$1/instances`],
  [/^\/token\/(0x\w{40})\/instance\/(\d+)$/, `${EXPLORER}/tokens/$1/instances/$2`],
  [/^\/stats$/, `${STATS}/lines`],
  [/^\/stats\/(\w+)$/, `${STATS}/lines/$1`],
  [/^\/search$/, `${EXPLORER}/search`],
];

/** What a page of the site asks; undefined for a page that shows nothing of the API, or nothing of one chain. */
export function findPageCall(pathname: string, search: URLSearchParams): PageCall | undefined {
  const [, chain = '', rest = ''] = /^\/(\d+)(.*)$/.exec(pathname) ?? [];
  const found = chain === '' ? undefined : CALLS.find(([page]) => page.test(rest));
  if (found === undefined) return undefined;
  const [page, call] = found;
  const query = new URLSearchParams(search);
  for (const name of OWN_PARAMETERS) query.delete(name);
  return { chain, path: `${rest.replace(page, call)}${query.size === 0 ? '' : `?${query}`}` };
}
