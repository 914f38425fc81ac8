'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { t } from '@/lib/language/t';

type Props = {
  /** Path of the thing: the page without its tabs. */
  base: string;
  /** Origin of the site. */
  site: string;
  /** Tabs whose list the API has as CSV; '' for the first. */
  csv?: readonly string[];
  /** Path of its Atom feed. */
  feed?: string;
  /** False for a thing without a summary in Markdown. */
  hasMarkdown?: boolean;
};

/** Menu of the page's other forms: JSON, CSV, Markdown, and a command that fetches the data. */
export function ViewAs({ base, site, csv = [], feed, hasMarkdown = true }: Props) {
  const path = usePathname();
  const query = useSearchParams().toString();
  const search = query === '' ? '' : `?${query}`;
  const tab = path.slice(base.length + 1);
  const json = `${path}.json${search}`;
  return (
    <details data-menu="" className="no-print relative shrink-0">
      <summary className="flex h-8 cursor-pointer items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-sm whitespace-nowrap text-soft hover:border-edge hover:text-ink">
        {t('View as')}
        <Icon name="chevronRight" className="size-3.5 rotate-90 text-faint" />
      </summary>
      <ul className="absolute top-full end-0 z-20 mt-1 w-44 rounded-md border border-line bg-surface p-1 text-sm shadow-panel [&_a]:flex [&_a]:h-9 [&_a]:items-center [&_a]:rounded-sm [&_a]:px-2 [&_a]:text-ink [&_a]:hover:bg-hover">
        <li>
          <a href={json} rel="nofollow">
            {t('JSON')}
          </a>
        </li>
        {csv.includes(tab) && (
          <li>
            <a href={`${path}.csv${search}`} rel="nofollow" download>
              {t('CSV')}
            </a>
          </li>
        )}
        {hasMarkdown && (
          <li>
            <a href={`${base}.md${tab === '' ? search : ''}`} rel="nofollow">
              {t('Markdown')}
            </a>
          </li>
        )}
        {feed !== undefined && (
          <li>
            <a href={feed} rel="nofollow">
              {t('Atom feed')}
            </a>
          </li>
        )}
        <li className="needs-script flex h-9 items-center justify-between px-2">
          {t('cURL command')}
          <CopyButton value={`curl '${site}${json.replaceAll("'", '%27')}'`} what={t('cURL command')} />
        </li>
      </ul>
    </details>
  );
}
