import { Panel } from '@/components/ui/panel';
import { type ApiParameter, parameterExample } from '@/lib/endpoints/api-document';
import { TypeText } from './type-text';

/** Path parameters, then query parameters. */
export function ParameterList({ parameters }: { parameters: readonly ApiParameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <Panel title="Parameters" id="parameters">
      <dl className="divide-y divide-line">
        {parameters.map((parameter) => (
          <ParameterItem key={`${parameter.in} ${parameter.name}`} parameter={parameter} />
        ))}
      </dl>
    </Panel>
  );
}

function ParameterItem({ parameter }: { parameter: ApiParameter }) {
  const { name, in: location, required, description, schema } = parameter;
  const example = parameterExample(parameter);
  const about = description ?? schema?.description;
  return (
    <div className="grid gap-x-4 px-4 py-1.5 text-sm md:grid-cols-[18rem_minmax(0,1fr)]">
      <dt className="min-w-0">
        <code className="mono wrap-any font-medium">{name}</code>
        <span className="ms-2 text-xs text-faint">
          {location}
          {required && ', required'}
        </span>
      </dt>
      <dd className="min-w-0">
        <TypeText schema={schema} />
        {schema?.minimum !== undefined && <span className="text-faint"> from {schema.minimum}</span>}
        {schema?.maximum !== undefined && <span className="text-faint"> to {schema.maximum}</span>}
        {about && <p className="wrap-any text-soft">{about}</p>}
        {example !== undefined && (
          <p className="wrap-any text-faint">
            example: <code className="mono">{example}</code>
          </p>
        )}
      </dd>
    </div>
  );
}
