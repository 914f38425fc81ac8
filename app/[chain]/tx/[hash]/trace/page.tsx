import { PageCall } from '@/components/layout/page-call';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import { callOrReason, callPath } from '@/lib/client/call';
import { getRawTrace } from '@/lib/endpoints/raw-trace';
import { getTransaction } from '@/lib/endpoints/transaction';
import { formatJson } from '@/lib/format/json';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { describeTab } from '../describe-page';
import { getPageTransaction, type Params } from '../load';

type Props = { params: Params };

/** Characters of JSON: quotes take six each as HTML, and a page has at most 280 KB. */
const MAX_LENGTH = 120_000;

export const generateMetadata = describeTab('trace', msg('Raw trace'));

/** Trace of a transaction, fetched live from the node. */
export default async function TracePage({ params }: Props) {
  const { transaction, where } = await getPageTransaction(params);
  const { answer: trace, reason } = await callOrReason(getRawTrace, where);
  if (trace === undefined || trace.length === 0) {
    return (
      <section aria-label={t('Raw trace')} className="rounded-md border border-line bg-surface shadow-panel">
        <PageCall path={callPath(trace === undefined ? getTransaction : getRawTrace, where)} />
        <EmptyState
          icon="none"
          title={reason === undefined ? t('No trace available') : t('Trace temporarily unavailable')}
        >
          {transaction.block_number === null
            ? t('Only transactions in a block can be traced, and this one is not in a block.')
            : reason === undefined
              ? t('Not every node keeps the state needed for traces, and some do not support tracing.')
              : reason}
        </EmptyState>
      </section>
    );
  }
  const text = formatJson(trace, MAX_LENGTH);
  return (
    <Panel
      title={t('Raw trace')}
      id="trace"
      aside={t('{count, plural, one {# call} other {# calls}}', { count: trace.length })}
    >
      <PageCall path={callPath(getRawTrace, where)} />
      <ScrollArea label={t('Trace as JSON')} className="max-h-[40rem]">
        <pre className="mono px-4 py-3 text-xs">{text}</pre>
      </ScrollArea>
      <p className="border-t border-line px-4 py-2 text-xs text-soft">
        {text.length > MAX_LENGTH &&
          `${t('The first {limit} characters are shown; the API returns all of them.', { limit: groupDigits(MAX_LENGTH) })} `}
        {t('As returned by the node just now, not proven: block hashes do not commit to internal calls.')}
      </p>
    </Panel>
  );
}
