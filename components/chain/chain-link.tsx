import { headers } from 'next/headers';
import { type ComponentProps, cache, use } from 'react';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** Path below the chain, with a leading slash. */
  to: string;
};

/** A link within the chain of the current URL, which saves passing it down; plain text on pages without a chain. */
export function ChainLink({ to, ...rest }: Props) {
  const chain = use(readChain());
  return chain === undefined ? <span {...rest} /> : <a href={`/${chain}${to}`} {...rest} />;
}

/** The chain of the page's path, as proxy.ts passes it on. One promise per request. */
const readChain = cache(async (): Promise<string | undefined> => {
  const path = (await headers()).get('x-requested-path') ?? '';
  return /^(?:\/embed)?\/(\d{1,20})(?:\/|$)/.exec(path)?.[1];
});
