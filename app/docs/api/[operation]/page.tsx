import type { Metadata } from 'next';
import { readConfig } from '@/app/read-config';
import { AnswerList } from '@/components/docs/answer-list';
import { listFields } from '@/components/docs/list-fields';
import { NoDocument } from '@/components/docs/no-document';
import { OperationHeader } from '@/components/docs/operation-header';
import { ParameterList } from '@/components/docs/parameter-list';
import { TryOperation } from '@/components/docs/try-operation';
import { Breadcrumb, LastCrumb } from '@/components/layout/breadcrumb';
import { findChainList } from '@/lib/client/chains';
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
  const chain = (await findChainList())?.[0]?.id;
  const fields = listFields(operation, chain);
  return (
    <>
      <Breadcrumb trail={[{ href: '/docs/api', text: 'API' }]}>
        <LastCrumb>{operation.summary ?? operation.id}</LastCrumb>
      </Breadcrumb>
      <OperationHeader operation={operation} />
      <ParameterList parameters={operation.parameters} />
      {operation.method === 'get' && (
        <TryOperation
          path={operation.path}
          fields={fields}
          openChain={readConfig().apiIsElsewhere ? undefined : chain}
        />
      )}
      <AnswerList operation={operation} document={document} />
    </>
  );
}
