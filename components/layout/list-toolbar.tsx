import type { ReactNode } from 'react';
import { NewBlocks } from '@/components/live/new-blocks';
import { JumpForm } from '@/components/ui/jump-form';
import { OrderChoice } from '@/components/ui/order-choice';
import type { List } from './list-page';

type Props = {
  list: List;
  chainId: string;
  /** The newest block of the list, if more may come above it. */
  newest: number | undefined;
  /** False for lists in one order only. */
  hasOrder?: boolean;
  children?: ReactNode;
};

/** Above a list of the chain: its filters, order, the way to a block or day, and what came since. */
export function ListToolbar({ list, chainId, newest, hasOrder = true, children }: Props) {
  const { order: _, ...params } = list.params;
  const isLive = newest !== undefined && list.isFirst && list.params.order !== 'asc';
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      {hasOrder && <OrderChoice list={list} />}
      <JumpForm path={list.path} params={params} />
      {isLive && <NewBlocks chainId={chainId} shown={newest} href={list.path} />}
    </div>
  );
}
