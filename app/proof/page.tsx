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
  description: t('Check that a block contains a transaction with these logs, without trusting anyone.'),
  alternates: { canonical: '/proof' },
});

/** Checks the proof of a transaction, pasted, uploaded or asked of the API; shows that of a block. */
export default async function ProofPage({ searchParams }: Props) {
  const result = await findProof(await searchParams);
  return (
    <SiteFrame>
      <div className="mx-auto flex max-w-4xl flex-col gap-4">
        <PageHeader
          title={t('Proof')}
          about={t('From the hash of a block to the last log, without trusting this site')}
        />
        {result.kind === 'absent' && (
          <Notice tone="pending" icon="clock" title={t('No proof at the moment')}>
            {t(
              'The API does not know this block or transaction, or its node does not answer. Try again in a few seconds.',
            )}
          </Notice>
        )}
        {result.kind === 'block' && <BlockChecks proof={result.proof} chain={result.chain} />}
        <ProofForm submit={checkProof} given={{ text: result.kind === 'transaction' ? result.text : '' }} />
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
          'The header must hash to the hash of the block. It names the roots of two tries, of the transactions and of their receipts; a branch of each leads from the root to this transaction and to its receipt, node by node, each named by its hash in the one above. The sender is recovered from the signature. Whoever changes a single bit would have to find another text with the same hash, which nobody can.',
        )}
      </p>
      <p>
        {rich(
          'What is left to trust is that the block of this hash is of the chain: compare the hash with your own node’s. The check runs in your browser and sends nothing; without scripts, the server makes it. <code>npm run check-proof</code> is the same check as a program.',
          { code: (words) => <code className="mono">{words}</code> },
        )}
      </p>
    </div>
  );
}
