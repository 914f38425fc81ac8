import type { ReactNode } from 'react';
import { ChainLink } from '@/components/chain/chain-link';
import { HashLine } from '@/components/chain/hash-line';
import { ConfidentialPill } from '@/components/fhe/confidential-pill';
import { ProofPill } from '@/components/proof/proof-pill';
import { Icon } from '@/components/ui/icon';
import { Pill } from '@/components/ui/pill';
import type { Block } from '@/lib/endpoints/block';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

type Range = Readonly<{ first_block: number | null; indexed_block: number | null }> | undefined;

/** Height with links to its neighbors, hash and confirmations. */
export function BlockHeader(props: {
  block: Block;
  range: Range;
  proofHref: string;
  /** Menu of the page's other forms. */
  viewAs: ReactNode;
}) {
  const { block, range, proofHref } = props;
  const { height, confirmations } = block;
  const isFirst = height <= (range?.first_block ?? 0);
  const isLast = height >= (range?.indexed_block ?? height);
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold tracking-tight">
          {t('Block #{height}', { height: groupDigits(height) })}
        </h1>
        <nav aria-label={t('Adjacent blocks')} className="no-print flex gap-1">
          <Step to={isFirst ? undefined : height - 1} icon="chevronLeft" text={t('Previous block')} />
          <Step to={isLast ? undefined : height + 1} icon="chevronRight" text={t('Next block')} />
        </nav>
        <div className="flex flex-wrap items-center gap-1.5">
          {isLast && <Pill tone="accent">{t('Latest')}</Pill>}
          {height === 0 && <Pill tone="accent">{t('Genesis')}</Pill>}
          {confirmations !== null && confirmations > 0 && (
            <Pill>
              {t('{count, plural, one {# confirmation} other {# confirmations}}', { count: confirmations })}
            </Pill>
          )}
          <ProofPill proof={block.proof} href={proofHref} />
          {block.fhe_operations_count > 0 && <ConfidentialPill />}
        </div>
        <div className="ms-auto">{props.viewAs}</div>
      </div>
      <HashLine hash={block.hash} what="block hash" />
    </header>
  );
}

type StepProps = { to: number | undefined; icon: 'chevronLeft' | 'chevronRight'; text: string };

function Step({ to, icon, text }: StepProps) {
  const className =
    'grid size-8 place-items-center rounded-md border border-line bg-surface text-soft hover:border-edge hover:bg-hover hover:text-ink';
  if (to === undefined)
    return (
      <span
        aria-hidden="true"
        className="grid size-8 place-items-center rounded-md border border-line text-edge"
      >
        <Icon name={icon} />
      </span>
    );
  return (
    <ChainLink
      to={`/block/${to}`}
      rel={icon === 'chevronLeft' ? 'prev' : 'next'}
      aria-label={text}
      title={`${text}, #${groupDigits(to)}`}
      className={className}
    >
      <Icon name={icon} />
    </ChainLink>
  );
}
