import { getHash, type Page } from '@/app/[chain]/get-chain';
import { call, callExtra } from '@/lib/client/call';
import {
  type AddressInfo,
  addressInfo,
  getAddress,
  getAddressCounters,
  getAddressTabsCounters,
} from '@/lib/endpoints/address';
import { getAddressActivity, listCounterparties } from '@/lib/endpoints/address-activity';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { listAddressTokens } from '@/lib/endpoints/holding';

export type Params = Promise<{ chain: string; hash: string }>;

export type PageAddress = Page<'address_hash_param'> & Readonly<{ address: AddressInfo }>;

/** Resolves the URL's chain and address; any well-formed address has a page, even if unused. */
export async function getPageAddress(params: Params): Promise<PageAddress> {
  const { chain, hash } = await getHash(params, ADDRESS_HASH);
  const where = { chain: chain.id, params: { address_hash_param: hash.toLowerCase() } };
  const address = (await call(getAddress, where)) ?? emptyAddress(hash);
  return { chain, address, where, path: `/${chain.id}/address/${address.hash}` };
}

/** Activity counters; undefined if the API has none. */
export async function findCounters({ where }: PageAddress) {
  const [counters, tabs, activity] = await Promise.all([
    call(getAddressCounters, where),
    call(getAddressTabsCounters, where),
    callExtra(getAddressActivity, where),
  ]);
  return { counters, tabs, activity };
}

/** Latest transactions that counterparties at a glance are of. */
const LAST = '1000';

/** Balances of tokens, and whom it deals with by what. */
export async function findGlance({ where }: PageAddress) {
  const [held, dealings] = await Promise.all([
    callExtra(listAddressTokens, where),
    callExtra(listCounterparties, { ...where, query: { last: LAST } }),
  ]);
  return { balances: held?.items ?? [], isWhole: held?.next_page_params === null, dealings };
}

function emptyAddress(hash: string): AddressInfo {
  return addressInfo.parse({
    hash,
    name: null,
    is_contract: null,
    is_verified: null,
    coin_balance: null,
    block_number_balance_updated_at: null,
    exchange_rate: null,
    creator_address_hash: null,
    creation_transaction_hash: null,
    creation_status: null,
    token: null,
    has_logs: false,
    has_token_transfers: false,
    has_tokens: false,
    has_validated_blocks: false,
  });
}
