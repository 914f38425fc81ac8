import { Row } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** What the API says about the proof of stored blocks. */
export type IndexProof = Readonly<{
  status: 'unknown' | 'provable' | 'unprovable';
  reason: string | null;
  proven_blocks_count: number;
  proven_from: number | null;
  proven_to: number | null;
}>;

/** How many blocks are proven, the newest of them, and why others cannot be. */
export function ProvenBlocks({ proof, href }: { proof: IndexProof; href: string }) {
  const { status, reason, proven_blocks_count: blocks, proven_from: from, proven_to: to } = proof;
  return (
    <Row label={t('Proven')} hint={t("Header, transactions, receipts and logs follow from the block's hash")}>
      {blocks === 0
        ? t('no blocks')
        : t('{count, plural, one {# block} other {# blocks}}', { count: blocks })}
      {from !== null &&
        to !== null &&
        rich(', the newest from {a} to {a2}', {
          a: <a href={`${href}/block/${from}`}>#{groupDigits(from)}</a>,
          a2: <a href={`${href}/block/${to}`}>#{groupDigits(to)}</a>,
        })}
      {status === 'unprovable' && t('; not provable{value}', { value: reason === null ? '' : `: ${reason}` })}
    </Row>
  );
}
