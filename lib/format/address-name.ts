/** An address as far as its name goes. */
export type Nameable = Readonly<{
  name: string | null;
  ens_domain_name?: string | null | undefined;
  implementation_name?: string | null | undefined;
  proxy_type?: string | null | undefined;
}>;

/** Whether it is the null address: minted tokens come from it, burnt ones go to it. */
export function isNullAddress(address: string): boolean {
  return /^0x0{40}$/.test(address);
}

/**
 * What an address is called: by its label, token or contract, else by its name in ENS, else, as a proxy, by its
 * implementation: `Vault (proxy)`. Null for none. An account is not called after what it delegates to (EIP-7702).
 */
export function nameOfAddress(address: Nameable): string | null {
  const { name, ens_domain_name: ensName, implementation_name: implementation, proxy_type: proxy } = address;
  const named = name ?? ensName ?? null;
  if (named !== null || !implementation || !proxy || proxy === 'eip7702') return named;
  return `${implementation} (proxy)`;
}
