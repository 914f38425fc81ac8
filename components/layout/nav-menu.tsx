import { Icon } from '@/components/ui/icon';
import { t } from '@/lib/language/t';
import type { ChainFeatures } from '@/lib/pages/chain-pages';
import { type Brand, BrandLinks } from './brand';
import { ChainNav } from './chain-nav';

type Props = { brand: Brand; chainId: string | undefined; path: string | undefined; offered: ChainFeatures };

/** The lists of a chain behind a button, for screens without room for them in the bar. */
export function NavMenu({ brand, chainId, path, offered }: Props) {
  return (
    <details data-menu="" className="relative lg:hidden">
      <summary
        aria-label={t('Menu')}
        className="grid size-9 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <Icon name="menu" />
      </summary>
      <div className="absolute top-full end-0 z-20 mt-1 w-52 rounded-md border border-line bg-surface p-2 shadow-panel [&_a]:flex [&_a]:h-9 [&_a]:items-center [&_a]:rounded-sm [&_a]:px-2 [&_a]:hover:bg-hover">
        <ChainNav chainId={chainId} label={t('Main')} path={path} className="flex-col" offered={offered} />
        <ul className="mt-1 border-t border-line pt-1">
          <li>
            <a href="/docs/api" className="text-soft hover:text-ink">
              {t('API')}
            </a>
          </li>
          <li>
            <a href="/status" className="text-soft hover:text-ink">
              {t('Status')}
            </a>
          </li>
          <BrandLinks brand={brand} />
        </ul>
      </div>
    </details>
  );
}
