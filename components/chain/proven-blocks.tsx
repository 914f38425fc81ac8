import { Row } from '@/components/ui/panel';
import { countOf, groupDigits } from '@/lib/format/number';

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
    <Row label="Proven" hint="Header, transactions, receipts and logs follow from the block's hash">
      {blocks === 0 ? 'no blocks' : countOf(blocks, 'block')}
      {from !== null && to !== null && (
        <>
          , the newest from <a href={`${href}/block/${from}`}>#{groupDigits(from)}</a> to{' '}
          <a href={`${href}/block/${to}`}>#{groupDigits(to)}</a>
        </>
      )}
      {status === 'unprovable' && `; not provable${reason === null ? '' : `: ${reason}`}`}
    </Row>
  );
}
