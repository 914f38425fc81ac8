/** An address as far as its name goes. */
export type Nameable = Readonly<{ name: string | null; ens_domain_name?: string | null | undefined }>;

/** What an address is called: by its label, token or contract, else by its name in ENS; null for none. */
export function nameOfAddress({ name, ens_domain_name: ensName = null }: Nameable): string | null {
  return name ?? ensName;
}
