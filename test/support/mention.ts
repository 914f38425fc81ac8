import type { Address } from '@/lib/endpoints/address-mention';

/** A contract or account in an answer of the API, of which nothing is known; `changes` overrides fields. */
export const mentionOf = (hash: string, changes: Partial<Address> = {}): Address => ({
  hash,
  name: null,
  implementation_name: null,
  implementations: [],
  proxy_type: null,
  is_contract: true,
  is_verified: false,
  is_scam: false,
  reputation: 'ok',
  ens_domain_name: null,
  metadata: null,
  private_tags: [],
  public_tags: [],
  watchlist_names: [],
  ...changes,
});
