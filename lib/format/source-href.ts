import { withQuery } from './link';

/** The path, within its chain, of a line in the sources of a contract. */
export const sourceHref = (address: string, path: string, line: number) =>
  `${withQuery(`/address/${address}/contract`, { file: path, line })}#L${line}`;
