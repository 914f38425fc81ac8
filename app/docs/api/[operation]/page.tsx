import type { Metadata } from 'next';
import { AnswerList } from '@/components/docs/answer-list';
import { NoDocument } from '@/components/docs/no-document';
import { OperationHeader } from '@/components/docs/operation-header';
import { ParameterList } from '@/components/docs/parameter-list';
import type { ApiOperation } from '@/lib/endpoints/api-document';
import { loadOperation, type Params } from './load';

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const loaded = await loadOperation(params);
  if (loaded === undefined) return { title: 'API' };
  const { id, summary } = loaded.operation;
  return { title: `${summary ?? id} · API`, alternates: { canonical: `/docs/api/${id}` } };
}

/** Reference page of one API operation. */
export default async function OperationPage({ params }: { params: Params }) {
  const loaded = await loadOperation(params);
  const back = <a href="/docs/api">All operations</a>;
  if (loaded === undefined) return <NoDocument title="API" aside={back} />;
  const { document, operation } = loaded;
  return (
    <>
      <p className="flex gap-4 text-sm">
        {back}
        <a href={consoleHref(operation)}>Try it in the console</a>
      </p>
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
