import { Disclosure } from '@/components/ui/disclosure';
import type { Transaction } from '@/lib/endpoints/transaction';
import { FieldList } from './field-list';

/** Every API field of a transaction, collapsed. */
export function AllFields(props: { transaction: Transaction; rawHref: string; isOpen: boolean }) {
  return (
    <section aria-label="All fields" className="rounded-md border border-line bg-surface shadow-panel">
      <Disclosure title="All fields" aside="as returned by the API" id="all" isOpen={props.isOpen}>
        <p className="border-t border-line px-4 py-2.5 text-sm text-soft">
          By their JSON names. The tab <a href={props.rawHref}>Raw</a> also has the input and the API calls.
        </p>
        <div className="border-t border-line">
          <FieldList transaction={props.transaction} />
        </div>
      </Disclosure>
    </section>
  );
}
