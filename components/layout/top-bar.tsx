import type { ReactNode } from 'react';
import { t } from '@/lib/language/t';
import type { ChainFeatures } from '@/lib/pages/chain-pages';
import { type Brand, BrandLogo } from './brand';
import { ChainNav } from './chain-nav';
import { ChainSwitch, type ShownChain } from './chain-switch';
import { DisplayMenu } from './display-menu';
import type { Display } from './display-values';
import { NavMenu } from './nav-menu';
import { SearchBox } from './search-box';

type Props = {
  brand: Brand;
  /** The page's chain, and all chains. */
  chain: ShownChain | undefined;
  chains?: readonly ShownChain[];
  display: Display;
  status?: ReactNode;
  /** Path of the page. */
  path?: string | undefined;
  query?: string | undefined;
  /** On the list of chains, which has a larger search box of its own. */
  isStart?: boolean;
  /** Features of the chain. */
  offered?: ChainFeatures;
};

const UNKNOWN: ChainFeatures = { has_withdrawals: null, has_user_operations: null, has_fhe: null };

/** Top bar: home, chains, lists, search, index status, display menu. */
export function TopBar(props: Props) {
  const { brand, chain, chains = [], display, path, status, query, isStart = false, offered } = props;
  return (
    <header className="no-print sticky top-0 z-10 border-b border-line bg-canvas/90 backdrop-blur-md">
      <div className="mx-auto flex page-width flex-wrap items-center gap-x-3 px-4 md:h-14 md:flex-nowrap md:gap-x-5 md:px-6">
        <div className="flex h-13 min-w-0 flex-1 items-center gap-2 md:flex-none">
          <a
            href="/"
            aria-label={t('{name}, all chains', { name: brand.name })}
            className="flex min-w-6 items-center gap-2 text-ink hover:no-underline"
          >
            <BrandLogo brand={brand} />
            <span className="hidden max-w-60 truncate text-md font-semibold tracking-tight md:inline lg:hidden xl:inline">
              {brand.name}
            </span>
          </a>
          {chain && (
            <>
              <span aria-hidden="true" className="text-edge">
                /
              </span>
              <ChainSwitch chain={chain} chains={chains} />
            </>
          )}
        </div>
        <div className={isStart ? 'hidden' : 'hidden lg:block'}>
          <ChainNav
            chainId={chain?.id}
            label={t('Main')}
            path={path}
            className="gap-x-4 whitespace-nowrap"
            offered={offered ?? UNKNOWN}
            hasMenu
          />
        </div>
        <div className="order-last mb-2.5 w-full min-w-0 md:order-none md:mx-auto md:mb-0 md:max-w-xl md:flex-1">
          {!isStart && <SearchBox chain={chain?.id} query={query} />}
        </div>
        <div className="flex h-13 items-center gap-1.5">
          {status}
          <DisplayMenu display={display} />
          {!isStart && <NavMenu brand={brand} chainId={chain?.id} path={path} offered={offered ?? UNKNOWN} />}
        </div>
      </div>
    </header>
  );
}
