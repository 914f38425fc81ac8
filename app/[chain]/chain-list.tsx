import type { ComponentProps, ReactNode } from 'react';
import { siteUrl } from '@/app/site-url';
import { ListPage } from '@/components/layout/list-page';
import { PageHeader } from '@/components/layout/page-header';
import { ViewAs } from '@/components/layout/view-as';
import { t } from '@/lib/language/t';
import { findChainPage } from '@/lib/pages/chain-pages';

type Props = Omit<ComponentProps<typeof ListPage>, 'head' | 'label'> & {
  /** What is listed, and in which order. */
  about: ReactNode;
  /** Filters and figures above the rows. */
  tools?: ReactNode;
};

/** The page of a list of a whole chain, by the name that it has in the registry of pages. */
export function ChainList({ about, tools, ...page }: Props) {
  const { path } = page.list;
  const label = findChainPage(path.slice(path.lastIndexOf('/')))?.label;
  return (
    <ListPage
      {...page}
      head={
        <>
          <PageHeader
            title={label && t(label)}
            about={about}
            aside={<ViewAs base={path} site={siteUrl().origin} csv={['']} />}
          />
          {tools}
        </>
      }
    />
  );
}
