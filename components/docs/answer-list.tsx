import type { ReactNode } from 'react';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { ApiDocument, ApiOperation, ApiResponse, DocumentedSchema } from '@/lib/endpoints/api-document';
import { listFields, listNamed, type NamedSchema, referenceName } from './describe-schema';
import { FieldsList } from './fields-list';
import { TypeText } from './type-text';

type Props = { operation: ApiOperation; document: ApiDocument };

/** Responses of an operation: example, fields, named schemas and other statuses. */
export function AnswerList({ operation, document }: Props) {
  const { 200: success, ...others } = operation.responses;
  const [content] = Object.values(success?.content ?? {});
  const named = content?.schema === undefined ? [] : listNamed(content.schema, document);
  const isNamed = content?.schema !== undefined && referenceName(content.schema) !== undefined;
  return (
    <>
      {content?.example !== undefined && <Example value={content.example} />}
      {content?.schema !== undefined && (
        <Panel title="Response" id="answer" aside={<TypeText schema={content.schema} />}>
          {!isNamed && <FieldsList fields={listFields(content.schema)} />}
          <div className="divide-y divide-line">
            {named.map(({ name, schema }, index) => (
              <Disclosure key={name} title={name} isOpen={index === 0 || named.length < 4}>
                <SchemaText name={name} schema={schema} />
              </Disclosure>
            ))}
          </div>
        </Panel>
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

function Example({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <Panel title="Example" id="example" aside="a response from the demo chain, shortened">
      <ScrollArea label="Example body" className="max-h-96">
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
