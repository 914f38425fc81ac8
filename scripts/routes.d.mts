type Transaction = { hash: string; block: number };
export type Samples = {
  root: string;
  rich: Transaction;
  moving: Transaction;
  failures: readonly Transaction[];
  addresses: readonly string[];
  hostile: readonly Transaction[];
  tokens: readonly string[];
  nft: { token: string; id: string };
};
export type Route = { route: string; name: string; paths(samples: Samples): readonly string[] };
export const ROUTES: readonly Route[];
// biome-ignore lint/suspicious/noExplicitAny: JSON of many forms, as the API returns it
export function findSamples(get: (path: string) => Promise<any>): Promise<Samples>;
