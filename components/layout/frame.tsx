import type { ReactNode } from 'react';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { type Brand, BrandLinks } from './brand';
import { ChainNav } from './chain-nav';

/** Page frame: skip link, top bar, main landmark, footer. */
export function Frame(props: {
  bar: ReactNode;
  brand: Brand;
  chainId?: string;
  /** The first block of the chain that is indexed: what pages say is of no earlier one. */
  since?: number;
  /** What is new of the chain as a whole. */
  notice?: ReactNode;
  /** Link from the page to its API data. */
  data?: ReactNode;
  children: ReactNode;
}) {
  const { bar, brand, chainId, since = 0, notice, data, children } = props;
  return (
    <>
      <a
        href="#content"
        className="sr-only z-30 rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        {t('Skip to content')}
      </a>
      <div className="flex min-h-dvh flex-col">
        {brand.notice !== undefined && (
          <aside
            aria-label={t('Notice')}
            className="no-print wrap-any border-b border-line bg-accent-wash text-ink"
          >
            <p className="mx-auto page-width px-4 py-2 md:px-6">
              <bdi>{brand.notice}</bdi>
            </p>
          </aside>
        )}
        {notice}
        {bar}
        {since > 0 && (
          <p className="no-print border-b border-line text-xs text-soft">
            <span className="mx-auto block page-width px-4 py-1 md:px-6">
              {t('History from block {block}', { block: groupDigits(since) })}
            </span>
          </p>
        )}
        <main id="content" tabIndex={-1} className="mx-auto w-full page-width flex-1 px-4 pt-6 pb-14 md:px-6">
          {children}
        </main>
        <Foot brand={brand} chainId={chainId} data={data} />
      </div>
    </>
  );
}

function Foot(props: { brand: Brand; chainId: string | undefined; data: ReactNode }) {
  const { brand, chainId, data } = props;
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex page-width flex-wrap items-center gap-x-5 gap-y-1 px-4 py-4 text-sm text-faint md:px-6">
        <bdi className="wrap-any">{brand.footer}</bdi>
        <ChainNav chainId={chainId} label={t('Footer')} />
        <a href="/docs/api" className="text-soft">
          {t('API')}
        </a>
        <a href="/status" className="text-soft">
          {t('Status')}
        </a>
        <a href="/settings" className="text-soft">
          {t('Settings')}
        </a>
        {brand.links.length > 0 && (
          <ul aria-label={t('Links')} className="flex flex-wrap gap-x-5 gap-y-1">
            <BrandLinks brand={brand} />
          </ul>
        )}
        {data}
        <span className="md:ms-auto">{t('No ads, no trackers, no third-party requests')}</span>
      </div>
    </footer>
  );
}
