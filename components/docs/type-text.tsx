import type { DocumentedSchema } from '@/lib/endpoints/api-document';
import { describeType } from './describe-schema';

/** The type of a value, with links to named schemas. */
export function TypeText({ schema }: { schema: DocumentedSchema | undefined }) {
  if (schema === undefined) return <span className="text-faint">any</span>;
  return (
    <code className="mono wrap-any">
      {describeType(schema).map(({ text, schema: name }, index) =>
        name === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server
          <span key={index}>{text}</span>
        ) : (
          <a key={name} href={`#schema-${name}`}>
            {text}
          </a>
        ),
      )}
    </code>
  );
}
