import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import type { ApiOperation } from '@/lib/endpoints/api-document';

/** All operations, grouped by tag. */
export function OperationList({ operations }: { operations: readonly ApiOperation[] }) {
  const tags = [...new Set(operations.map(tagOf))];
  return (
    <>
      {tags.map((tag, index) => (
        <Panel key={tag} title={`${tag.charAt(0).toUpperCase()}${tag.slice(1)}`} id={`tag-${index}`}>
          <ul className="divide-y divide-line">
            {operations
              .filter((operation) => tagOf(operation) === tag)
              .map((operation) => (
                <OperationItem key={operation.id} operation={operation} />
              ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}

function tagOf({ tags }: ApiOperation): string {
  return tags[0] ?? 'operations';
}

function OperationItem({ operation }: { operation: ApiOperation }) {
  const { id, summary, path, deprecated, 'x-credits': credits } = operation;
  return (
    <li className="grid items-baseline gap-x-4 px-4 py-1.5 text-sm hover:bg-hover md:grid-cols-[18rem_minmax(0,1fr)_auto]">
      <a href={`/docs/api/${id}`} className="min-w-0 font-medium">
        {summary ?? id}
      </a>
      <code className="mono wrap-any min-w-0 text-soft">{path}</code>
      <span className="flex gap-2 text-xs text-faint">
        {deprecated && <Pill tone="pending">deprecated</Pill>}
        {credits !== undefined && `${credits} credits`}
      </span>
    </li>
  );
}
