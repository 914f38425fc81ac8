import type { ReactNode } from 'react';
import type { TokenBalance } from '@/lib/endpoints/holding';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

type Props = { balance: Pick<TokenBalance, 'balance_source' | 'balance_block'> };

/** The height of a called balance; nothing for a sum of transfers, which is of the tip. */
export function HeldAt({ balance: { balance_source: source, balance_block: block } }: Props) {
  if (source !== 'balanceOf' || block === null) return null;
  return <HeldNote>{t('as of block {block}', { block: groupDigits(block) })}</HeldNote>;
}

/** A small line below an amount. */
export function HeldNote({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-faint">{children}</span>;
}
