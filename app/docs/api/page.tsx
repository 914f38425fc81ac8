import type { Metadata } from 'next';
import { NoDocument } from '@/components/docs/no-document';
import { Description } from '@/components/docs/operation-header';
import { OperationList } from '@/components/docs/operation-list';
import { PageHeader } from '@/components/layout/page-header';
import { findApiDocument } from '@/lib/client/api-document';
import { listOperations } from '@/lib/endpoints/api-document';

export const metadata: Metadata = {
  title: 'API',
  description: 'Every operation of the API: parameters, responses and price.',
  alternates: { canonical: '/docs/api' },
};

export default async function ApiPage() {
  const document = await findApiDocument();
  if (document === undefined) return <NoDocument title="API" />;
  const { info } = document;
  return (
    <>
      <PageHeader
        title={info.title}
        about={info.version && `Version ${info.version}`}
        aside={
          <p>
            <a href="/openapi.json">OpenAPI document</a>
          </p>
        }
      />
      {info.description && <Description text={info.description} />}
      <OperationList operations={listOperations(document)} />
    </>
  );
}
