import type { Metadata } from 'next';
import { AnswerList } from '@/components/docs/answer-list';
import { AskForm } from '@/components/docs/ask-form';
import { NoDocument } from '@/components/docs/no-document';
import { OperationHeader } from '@/components/docs/operation-header';
import { ParameterList } from '@/components/docs/parameter-list';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/ui/panel';
import { findChainList } from '@/lib/client/chains';
import { type ApiOperation, parameterExample } from '@/lib/spec/api-document';
import { loadOperation, type Params } from './load';

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const loaded = await loadOperation(params);
  if (loaded === undefined) return { title: 'API' };
  const { id, summary } = loaded.operation;
  return { title: `${summary ?? id} · API`, alternates: { canonical: `/docs/api/${id}` } };
}

/** One operation of the API: what it takes, a way to ask it, what it answers. */
export default async function OperationPage({ params }: { params: Params }) {
  const loaded = await loadOperation(params);
  const back = <a href="/docs/api">All operations</a>;
  if (loaded === undefined) {
    return (
      <>
        <PageHeader title="API" aside={back} />
        <NoDocument />
      </>
    );
  }
  const { document, operation } = loaded;
  const [chain] = (await findChainList()) ?? [];
  return (
    <>
      <p className="text-sm">{back}</p>
      <OperationHeader operation={operation} />
      <ParameterList parameters={operation.parameters} />
      <Panel title="Ask" id="ask" aside="at this address">
        <AskForm id={operation.id} path={operation.path} fields={listAskFields(operation, chain?.id)} />
      </Panel>
      <AnswerList operation={operation} document={document} />
    </>
  );
}

/** The parameters as fields: those of the path hold the example at first, and the chain is one that is here. */
function listAskFields({ parameters }: ApiOperation, chainId: string | undefined) {
  return parameters.map((parameter) => {
    const isInPath = parameter.in === 'path';
    const example = isInPath ? parameterExample(parameter) : undefined;
    const value = (parameter.name === 'chain_id' ? chainId : undefined) ?? example ?? '';
    return { name: parameter.name, isInPath, value };
  });
}
