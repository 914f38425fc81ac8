import { Disclosure } from '@/components/ui/disclosure';
import { rich } from '@/components/ui/rich';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Transaction } from '@/lib/endpoints/transaction';
import { formatJson } from '@/lib/format/json';
import { t } from '@/lib/language/t';

const MAX_FIELD_LENGTH = 2_000;

/** Every API field of a transaction, by JSON name. */
export function FieldList({ transaction }: { transaction: Transaction }) {
  return (
    <dl className="divide-y divide-line">
      {Object.entries(transaction).map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-4 px-4 py-1.5 text-sm md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]"
        >
          <dt className="mono wrap-any text-soft">{name}</dt>
          <dd className="min-w-0">
            <FieldValue value={value} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ value, name }: { value: unknown; name: string }) {
  const text = formatJson(value, MAX_FIELD_LENGTH);
  if (!text.includes('\n')) return <code className="mono wrap-any">{text}</code>;
  return (
    <ScrollArea label={name} className="max-h-72 rounded-sm bg-sunken p-2">
      <pre className="mono">{text}</pre>
    </ScrollArea>
  );
}

/** Every API field of a transaction, collapsed. */
export function AllFields(props: { transaction: Transaction; rawHref: string; isOpen: boolean }) {
  return (
    <section aria-label={t('All fields')} className="rounded-md border border-line bg-surface shadow-panel">
      <Disclosure title={t('All fields')} aside={t('as returned by the API')} id="all" isOpen={props.isOpen}>
        <p className="border-t border-line px-4 py-2.5 text-sm text-soft">
          {rich('By JSON field name. The <link>Raw</link> tab also has the input and the API calls.', {
            link: (words) => <a href={props.rawHref}>{words}</a>,
          })}
        </p>
        <div className="border-t border-line">
          <FieldList transaction={props.transaction} />
        </div>
      </Disclosure>
    </section>
  );
}
