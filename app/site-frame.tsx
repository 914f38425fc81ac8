import type { ReactNode } from 'react';
import { Frame } from '@/components/layout/frame';
import { TopBar } from '@/components/layout/top-bar';
import { readDisplay } from './display';
import { readBrand } from './read-brand';
import { requestedPath } from './requested-path';

type Props = {
  /** For the list of chains, which has a search box of its own. */
  isStart?: boolean;
  children: ReactNode;
};

/** Frame of the pages that belong to no chain. Their bar leads to the default chain. */
export async function SiteFrame({ isStart = false, children }: Props) {
  const [display, path] = await Promise.all([readDisplay(), requestedPath()]);
  const brand = readBrand();
  return (
    <Frame
      brand={brand}
      bar={<TopBar brand={brand} chain={undefined} display={display} path={path} isStart={isStart} />}
    >
      {children}
    </Frame>
  );
}
