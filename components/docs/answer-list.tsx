import type { ReactNode } from 'react';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { ApiDocument, ApiOperation, ApiResponse, DocumentedSchema } from '@/lib/endpoints/api-document';
import { listFields, listNamed, type NamedSchema, referenceName } from './describe-schema';
import { FieldsList } from './fields-list';
import { TypeText } from './type-text';

type Props = { operation: ApiOperation; document: ApiDocument };

/** Request body and responses of an operation: example, fields, named schemas and other statuses. */
export function AnswerList({ operation, document }: Props) {
  const { 200: success, ...others } = operation.responses;
  const [request] = Object.values(operation.requestBody?.content ?? {});
  const [content] = Object.values(success?.content ?? {});
  return (
    <>
      {request?.example !== undefined && (
        <Example title="Example request" id="request-example" value={request.example} />
      )}
      {request?.schema !== undefined && (
        <SchemaPanel title="Request" id="request" schema={request.schema} document={document} />
      )}
      {content?.example !== undefined && (
        <Example
          title="Example"
          id="example"
          aside="a response from the demo chain, shortened"
          value={content.example}
        />
      )}
      {content?.schema !== undefined && (
        <SchemaPanel title="Response" id="answer" schema={content.schema} document={document} />
      )}
      <Panel title="Headers and errors" id="errors">
        <ul className="divide-y divide-line">
          {Object.entries(success?.headers ?? {}).map(([name, { description }]) => (
            <StatusItem key={name} name={name} text={description} />
          ))}
          {Object.entries(others).map(([status, response]) => (
            <ErrorItem key={status} status={status} response={response} />
          ))}
        </ul>
      </Panel>
    </>
  );
}

type PanelProps = { title: string; id: string; schema: DocumentedSchema; document: ApiDocument };

function SchemaPanel({ title, id, schema, document }: PanelProps) {
  const named = listNamed(schema, document);
  return (
    <Panel title={title} id={id} aside={<TypeText schema={schema} />}>
      {referenceName(schema) === undefined && <FieldsList fields={listFields(schema)} />}
      <div className="divide-y divide-line">
        {named.map(({ name, schema: below }, index) => (
          <Disclosure key={name} title={name} isOpen={index === 0 || named.length < 4}>
            <SchemaText name={name} schema={below} />
          </Disclosure>
        ))}
      </div>
    </Panel>
  );
}

/** A named schema. Its anchor is inside the disclosure, so that a link to it expands it. */
function SchemaText({ name, schema }: NamedSchema) {
  return (
    <div id={`schema-${name}`}>
      {schema.description && <p className="px-4 pb-1 text-sm text-soft">{schema.description}</p>}
      {schema.properties === undefined ? (
        <p className="px-4 pb-2 text-sm">
          <TypeText schema={schema} />
        </p>
      ) : (
        <FieldsList fields={listFields(schema)} />
      )}
    </div>
  );
}

type ExampleProps = { title: string; id: string; aside?: string; value: unknown };

function Example({ title, id, aside, value }: ExampleProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <Panel title={title} id={id} aside={aside}>
      <ScrollArea label={`${title} body`} className="max-h-96">
        <pre className="mono px-4 py-3 text-xs">{text}</pre>
      </ScrollArea>
    </Panel>
  );
}

function ErrorItem({ status, response }: { status: string; response: ApiResponse }) {
  const [content] = Object.values(response.content);
  return (
    <StatusItem name={status} text={response.description}>
      {content?.schema !== undefined && <TypeText schema={withoutNames(content.schema)} />}
    </StatusItem>
  );
}

/** Removes references to error schemas, which the page does not describe. */
function withoutNames(schema: DocumentedSchema): DocumentedSchema {
  const branches = schema.anyOf ?? schema.oneOf ?? [schema];
  return { type: branches.map((branch) => referenceName(branch) ?? 'object') };
}

function StatusItem(props: { name: string; text: string | undefined; children?: ReactNode }) {
  return (
    <li className="grid gap-x-4 px-4 py-1.5 text-sm md:grid-cols-[18rem_minmax(0,1fr)]">
      <code className="mono wrap-any font-medium">{props.name}</code>
      <span className="wrap-any min-w-0 text-soft">
        {props.text} {props.children}
      </span>
    </li>
  );
}
