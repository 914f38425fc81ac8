/** A name for an address that its chain does not tell. `source` is `operator`, or the book that it comes from. */
export type AddressLabel = Readonly<{
  address: Buffer;
  name: string;
  tags: readonly string[];
  /** http or https. */
  url: string | null;
  source: string;
}>;
