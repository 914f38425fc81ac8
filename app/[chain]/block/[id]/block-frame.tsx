import type { ComponentProps, ReactNode } from 'react';
import { siteUrl } from '@/app/site-url';
import { BlockHeader } from '@/components/block/block-header';
import { Breadcrumb, LastCrumb } from '@/components/layout/breadcrumb';
import { ViewAs } from '@/components/layout/view-as';
import { blockProofHref } from '@/components/proof/proof-href';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import type { PageBlock } from './load';

type Props = {
  page: PageBlock;
  range: ComponentProps<typeof BlockHeader>['range'];
  /** The name of a page below the block's own. */
  tab?: string;
  children: ReactNode;
};

/** Trail and header of all pages of a block. */
export function BlockFrame({ page: { chain, block, path }, range, tab, children }: Props) {
  const number = `#${groupDigits(block.height)}`;
  const blocks = { href: `/${chain.id}/blocks`, text: t('Blocks') };
  return (
    <article className="flex flex-col gap-4">
      <Breadcrumb trail={tab === undefined ? [blocks] : [blocks, { href: path, text: number }]}>
        <LastCrumb>{tab ?? number}</LastCrumb>
      </Breadcrumb>
      <BlockHeader
        block={block}
        range={range}
        proofHref={blockProofHref(chain.id, block.height)}
        viewAs={<ViewAs base={path} site={siteUrl().origin} />}
      />
      {children}
    </article>
  );
}
