import type { Metadata } from 'next';
import { readConfig } from '@/app/read-config';
import { ApiConsole } from '@/components/docs/api-console';
import { NoDocument } from '@/components/docs/no-document';
import { Description } from '@/components/docs/operation-header';
import { PageHeader } from '@/components/layout/page-header';
import { findApiDocument } from '@/lib/client/api-document';
import { findChainList } from '@/lib/client/chains';

export const metadata: Metadata = {
  title: 'API console',
  description: 'Browse the OpenAPI document of the API and try its operations.',
  alternates: { canonical: '/docs/api/console' },
};

/** Interactive API reference (Swagger UI). */
export default async function ConsolePage() {
  const [document, chains] = await Promise.all([findApiDocument(), findChainList()]);
  const back = <a href="/docs/api">All operations</a>;
  if (document === undefined) return <NoDocument title="API console" aside={back} />;
  const chain = chains?.[0]?.id;
  return (
    <>
      <PageHeader title="API console" about={document.info.title} aside={back} />
      {document.info.description && <Description text={document.info.description} />}
      <ApiConsole chain={chain} isOpen={chain !== undefined && !readConfig().apiIsElsewhere} />
    </>
  );
}
