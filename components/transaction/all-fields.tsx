import { Disclosure } from '@/components/ui/disclosure';
import { rich } from '@/components/ui/rich';
import type { Transaction } from '@/lib/endpoints/transaction';
import { t } from '@/lib/language/t';
import { FieldList } from './field-list';

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
