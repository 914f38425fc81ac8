/** An off-chain name for an address. `source` is `operator`, or the address book that it comes from. */
export type AddressLabel = Readonly<{
  address: Buffer;
  name: string;
  tags: readonly string[];
  /** http or https. */
  url: string | null;
  source: string;
}>;

/** Source of the labels of contracts that the project beside a development node deployed: as its developer calls them. */
export const PROJECT_DEPLOYMENTS = 'deployments of the project';
