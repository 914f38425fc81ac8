import type { Metadata } from 'next';
import { AnswerList } from '@/components/docs/answer-list';
import { NoDocument } from '@/components/docs/no-document';
import { OperationHeader } from '@/components/docs/operation-header';
import { ParameterList } from '@/components/docs/parameter-list';
import { Breadcrumb, LastCrumb } from '@/components/layout/breadcrumb';
import type { ApiOperation } from '@/lib/endpoints/api-document';
import { loadOperation, type Params } from './load';

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const loaded = await loadOperation(params);
  if (loaded === undefined) return { title: 'API' };
  const { id, summary, method, path } = loaded.operation;
  return {
    title: `${summary ?? id} · API`,
    description: `${method.toUpperCase()} ${path}: parameters, answers and an example.`,
    alternates: { canonical: `/docs/api/${id}` },
  };
}

/** Reference page of one API operation. */
export default async function OperationPage({ params }: { params: Params }) {
  const loaded = await loadOperation(params);
  if (loaded === undefined) return <NoDocument title="API" aside={<a href="/docs/api">All operations</a>} />;
  const { document, operation } = loaded;
  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <Breadcrumb trail={[{ href: '/docs/api', text: 'API' }]}>
          <LastCrumb>{operation.summary ?? operation.id}</LastCrumb>
        </Breadcrumb>
        <a href={consoleHref(operation)}>Try it in the console</a>
      </div>
      <OperationHeader operation={operation} />
      <ParameterList parameters={operation.parameters} />
      <AnswerList operation={operation} document={document} />
    </>
  );
}

/** Deep link into the console; Swagger UI has no anchor for operations without an ID or tag. */
function consoleHref({ operationId, tags: [tag] }: ApiOperation): string {
  if (operationId === undefined || tag === undefined) return '/docs/api/console';
  return `/docs/api/console#/${encodeURIComponent(tag)}/${encodeURIComponent(operationId)}`;
}
