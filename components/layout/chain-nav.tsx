import { Icon } from '@/components/ui/icon';
import { t } from '@/lib/language/t';
import { type ChainFeatures, type ChainPage, listChainPages } from '@/lib/pages/chain-pages';

type Props = {
  /** Chain of the lists; undefined for the default chain. */
  chainId: string | undefined;
  label: string;
  /** Path of the page, to mark its section. */
  path?: string | undefined;
  className?: string;
  /** Features of the chain: all its lists are shown, less used ones behind "More" if `hasMenu`. */
  offered?: ChainFeatures | undefined;
  hasMenu?: boolean;
};

/** Links to the lists of a chain; the section of the page is marked. */
export function ChainNav(props: Props) {
  const { chainId, label, path = '', className = 'flex-wrap gap-x-5 gap-y-1', offered, hasMenu } = props;
  const base = chainId === undefined ? '' : `/${chainId}`;
  const here = path.slice(base.length);
  const pages = listChainPages(offered);
  const more = offered === undefined ? [] : pages.filter((one) => !one.isMain);
  const link = (one: ChainPage) => (
    <li key={one.path}>
      <PageLink page={one} base={base} here={here} />
    </li>
  );
  return (
    <nav aria-label={label} className="no-print">
      <ul className={`flex ${className}`}>
        {pages.filter((one) => one.isMain).map(link)}
        {hasMenu ? (
          <MoreMenu isHere={more.some((one) => isCurrent(one, here))}>{more.map(link)}</MoreMenu>
        ) : (
          more.map(link)
        )}
      </ul>
    </nav>
  );
}

function PageLink({ page, base, here }: { page: ChainPage; base: string; here: string }) {
  return (
    <a
      href={`${base}${page.path}`}
      aria-current={here === page.path ? 'page' : isCurrent(page, here) ? 'true' : undefined}
      className="nav-link"
    >
      {t(page.label)}
    </a>
  );
}

function MoreMenu({ isHere, children }: { isHere: boolean; children: React.ReactNode }) {
  return (
    <li>
      <details data-menu="" className="relative">
        <summary
          className={`flex min-h-6 cursor-pointer items-center gap-1 hover:text-ink ${isHere ? 'text-ink underline decoration-accent decoration-2 underline-offset-8' : 'text-soft'}`}
        >
          {t('More')}
          <Icon name="chevronRight" className="size-3.5 rotate-90 text-faint" />
        </summary>
        <ul className="absolute top-full start-0 z-20 mt-2 min-w-52 rounded-md border border-line bg-surface p-1 shadow-panel [&_a]:flex [&_a]:h-9 [&_a]:items-center [&_a]:rounded-sm [&_a]:px-2 [&_a]:hover:bg-hover">
          {children}
        </ul>
      </details>
    </li>
  );
}

function isCurrent({ path, one }: ChainPage, here: string): boolean {
  return here === path || (one !== undefined && here.startsWith(one));
}
