import { ApiMessage } from '@/components/ui/api-message';
import { Row } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { type MessageParams, reasonOf } from '@/lib/messages/message';

/** What the API says about the proof of stored blocks. */
export type IndexProof = Readonly<{
  status: 'unknown' | 'provable' | 'unprovable';
  reason: string | null;
  code?: string | undefined;
  params?: MessageParams | undefined;
  proven_blocks_count: number;
  proven_from: number | null;
  proven_to: number | null;
}>;

/** That blocks cannot be proven, and why; `isPart` where some are. */
export function Unprovable({
  proof,
  isPart = false,
}: {
  proof: Pick<IndexProof, 'reason' | 'code' | 'params'>;
  isPart?: boolean;
}) {
  return rich(
    '{isPart, select, true {Other blocks cannot be proven} other {No block can be proven}}{hasReason, select, true {: {reason}} other {}}.',
    {
      isPart: String(isPart),
      hasReason: String(proof.reason !== null),
      reason: <ApiMessage of={reasonOf(proof)} />,
    },
  );
}

/** How many blocks are proven, the newest of them, and why others cannot be. */
export function ProvenBlocks({ proof, href }: { proof: IndexProof; href: string }) {
  const { status, proven_blocks_count: blocks, proven_from: from, proven_to: to } = proof;
  return (
    <Row label={t('Proven')} hint={t('Header, transactions, receipts and logs are proven by the block hash')}>
      {status === 'unprovable' && blocks === 0 ? (
        <Unprovable proof={proof} />
      ) : (
        rich(
          '{count, plural, =0 {no blocks} one {# block} other {# blocks}}{hasNewest, select, true {; latest range {first} to {last}} other {}}',
          {
            count: blocks,
            hasNewest: from !== null && to !== null,
            first: <a href={`${href}/block/${from}`}>#{groupDigits(from ?? 0)}</a>,
            last: <a href={`${href}/block/${to}`}>#{groupDigits(to ?? 0)}</a>,
          },
        )
      )}
      {status === 'unprovable' && blocks > 0 && (
        <>
          . <Unprovable proof={proof} isPart />
        </>
      )}
    </Row>
  );
}
