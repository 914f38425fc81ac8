import type { Metadata } from 'next';
import { SiteFrame } from '@/app/site-frame';
import { PageHeader } from '@/components/layout/page-header';
import { BlockChecks } from '@/components/proof/block-checks';
import { ProofForm } from '@/components/proof/proof-form';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import { t } from '@/lib/language/t';
import { checkProof } from './check-proof';
import { findProof } from './load';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = (): Metadata => ({
  title: t('Proof'),
  description: t(
    'Check that a block contains a transaction with these logs, without trusting a third party.',
  ),
  alternates: { canonical: '/proof' },
});

/** Checks the proof of a transaction or an access list, pasted, uploaded or from the API; shows that of a block. */
export default async function ProofPage({ searchParams }: Props) {
  const result = await findProof(await searchParams);
  return (
    <SiteFrame>
      <div className="mx-auto flex max-w-4xl flex-col gap-4">
        <PageHeader
          title={t('Proof')}
          about={t(
            'Check a transaction and its logs, or an access list, against a block hash, without trusting this site',
          )}
        />
        {result.kind === 'absent' && (
          <Notice tone="pending" icon="clock" title={t('Proof temporarily unavailable')}>
            {t(
              'The API does not know this block or transaction, or its node does not answer. Try again in a few seconds.',
            )}
          </Notice>
        )}
        {result.kind === 'block' && <BlockChecks proof={result.proof} chain={result.chain} />}
        <ProofForm submit={checkProof} initial={{ text: 'text' in result ? result.text : '' }} />
        <Explanation />
      </div>
    </SiteFrame>
  );
}

function Explanation() {
  return (
    <div className="flex flex-col gap-2 text-sm text-soft">
      <p>
        {t(
          'The header must hash to the block hash. It contains the roots of two tries, one of transactions and one of receipts; in each, a branch leads from the root to this transaction or its receipt, every node referenced by its hash in the node above. The sender is recovered from the signature. Changing a single bit would require different data with the same Keccak-256 hash, which is computationally infeasible.',
        )}
      </p>
      <p>
        {t(
          'An access list (EIP-7928) has every balance, nonce, code and storage slot that a block changed, after each transaction. Its hash is in the header.',
        )}
      </p>
      <p>
        {rich(
          'You still need to make sure that the block with this hash is on the canonical chain: compare the hash with your own node’s. The check runs in your browser and sends nothing; without JavaScript, it runs on the server. <code>npm run check-proof</code> runs the same check as a program.',
          { code: (words) => <code className="mono">{words}</code> },
        )}
      </p>
    </div>
  );
}
