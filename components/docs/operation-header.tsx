import { PageHeader } from '@/components/layout/page-header';
import { CopyButton } from '@/components/ui/copy-button';
import { Pill } from '@/components/ui/pill';
import type { ApiOperation } from '@/lib/endpoints/api-document';

/** Summary, path and credits of an operation. */
export function OperationHeader({ operation }: { operation: ApiOperation }) {
  const { id, summary, description, method, path, deprecated, security, 'x-credits': credits } = operation;
  const isOpen = security?.some((way) => Object.keys(way).length === 0) === true;
  return (
    <div className="flex flex-col gap-3">
      <PageHeader title={summary ?? id} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill tone="accent">{method.toUpperCase()}</Pill>
        <span className="flex min-w-0 items-center gap-2">
          <code className="mono wrap-any min-w-0">{path}</code>
          <CopyButton value={path} what="path" />
        </span>
        {deprecated && <Pill tone="pending">deprecated</Pill>}
        <span className="text-sm text-soft">
          {isOpen ? 'No API key required' : 'API key required'}
          {credits !== undefined && ` · ${credits} credits per call`}
        </span>
      </p>
      {description && <Description text={description} />}
    </div>
  );
}

/** Paragraphs of a description, with its bold and code markup. */
export function Description({ text }: { text: string }) {
  return (
    <div className="flex max-w-[70ch] flex-col gap-2 text-soft">
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph} className="wrap-any">
          {paragraph.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
            if (part.startsWith('**')) return <strong key={part}>{part.slice(2, -2)}</strong>;
            if (part.startsWith('`')) return <code key={part}>{part.slice(1, -1)}</code>;
            return part;
          })}
        </p>
      ))}
    </div>
  );
}
