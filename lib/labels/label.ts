/** An off-chain name for an address. `source` is `operator`, or the address book that it comes from. */
export type AddressLabel = Readonly<{
  address: Buffer;
  name: string;
  tags: readonly string[];
  /** http or https. */
  url: string | null;
  source: string;
}>;
