import { Disclosure } from '@/components/ui/disclosure';
import { ScrollArea } from '@/components/ui/scroll-area';
import { formatJson } from '@/lib/format/json';
import type { Transaction } from '@/lib/spec/transaction';

const LONGEST_FIELD = 2_000;

/** Every field that the API has of a transaction, under its JSON name, as it stands there. */
export function AllFields(props: { transaction: Transaction; apiPath: string; isOpen: boolean }) {
  return (
    <section aria-label="All fields" className="rounded-md border border-line bg-surface shadow-panel">
      <Disclosure title="All fields" aside="as the API has them" id="all" isOpen={props.isOpen}>
        <p className="border-t border-line px-4 py-2.5 text-sm text-soft">
          From <a href={props.apiPath} className="mono wrap-any">{`GET ${props.apiPath}`}</a>
        </p>
        <dl className="divide-y divide-line border-t border-line">
          {Object.entries(props.transaction).map(([name, value]) => (
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
      </Disclosure>
    </section>
  );
}

function FieldValue({ value, name }: { value: unknown; name: string }) {
  const text = formatJson(value, LONGEST_FIELD);
  if (!text.includes('\n')) return <code className="mono wrap-any">{text}</code>;
  return (
    <ScrollArea label={name} className="max-h-72 rounded-sm bg-sunken p-2">
      <pre className="mono">{text}</pre>
    </ScrollArea>
  );
}
