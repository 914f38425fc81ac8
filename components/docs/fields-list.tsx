import type { Field } from './describe-schema';
import { TypeText } from './type-text';

export function FieldsList({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className="divide-y divide-line">
      {fields.map(({ name, schema, isRequired }) => (
        <div key={name} className="grid gap-x-4 px-4 py-1.5 text-sm md:grid-cols-[18rem_minmax(0,1fr)]">
          <dt className="min-w-0">
            <code className="mono wrap-any font-medium">{name}</code>
            {!isRequired && <span className="ms-2 text-xs text-faint">optional</span>}
          </dt>
          <dd className="min-w-0">
            <TypeText schema={schema} />
            {schema.description && <p className="wrap-any text-soft">{schema.description}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
