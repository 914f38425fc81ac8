import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from '@/app/[chain]/load-list';
import { createRequestLimit } from '@/app/limit-requests';
import { PageCall } from '@/components/layout/page-call';
import { MissingNote } from '@/components/live/missing-note';
import { StepBar, stepHref } from '@/components/step/step-bar';
import { Opcodes, StepSource } from '@/components/step/step-code';
import { StepKeys } from '@/components/step/step-keys';
import { StepState } from '@/components/step/step-state';
import { StopList, stopsOf } from '@/components/step/stops';
import { EmptyPanel } from '@/components/ui/empty-state';
import { callOrReason, callPath } from '@/lib/client/call';
import { listSteps, MAX_SOURCE_PATH, STOPS } from '@/lib/endpoints/step';
import { getTransaction } from '@/lib/endpoints/transaction';
import { withQuery } from '@/lib/format/link';
import { t } from '@/lib/language/t';
import { describePage } from '../describe-page';
import { getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** Each page has the node execute the transaction again. */
const isWithinLimit = createRequestLimit({ requests: 120, seconds: 60 });
const refusalOf = (isAllowed: boolean) =>
  isAllowed ? undefined : t('Too many steps: try again in a minute.');

const NUMBER = /^\d{1,7}$/;
const STEP = /^\d{1,8}$/;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: t('Steps'), segment: 'debug' });

/** A step of a transaction; other choices than a step lead to one. */
export default async function DebugPage({ params, searchParams }: Props) {
  const { where, path: base, transaction } = await getPageTransaction(params);
  const given = await searchParams;
  const list = readStops(given);
  const path = withQuery(`${base}/debug`, { stops: list.join('|') });
  const query = readChoice(given);
  const request = { ...where, query };
  const isMined = transaction.block_number !== null;
  const isAllowed = await isWithinLimit();
  const { answer, reason } =
    isMined && isAllowed ? await callOrReason(listSteps, request) : { reason: refusalOf(isAllowed) };
  if (answer === undefined)
    return (
      <EmptyPanel icon="none" title={t('No steps')}>
        <PageCall path={callPath(getTransaction, where)} />
        {reason ??
          (isMined
            ? t('This API does not provide the steps of a transaction.')
            : t('Only transactions in a block can be traced, and this one is not in a block.'))}
      </EmptyPanel>
    );
  const isSearch = ['call', 'to', 'line'].some((name) => name in query);
  if (isSearch && answer.meta === null) redirect(stepHref(path, answer.step));
  const { source, state, step, meta, source_meta: why } = answer;
  const stops = stopsOf(list, `${base}/debug`, step);
  return (
    <section aria-label={t('Steps')} className="flex min-w-0 flex-col gap-4">
      <PageCall path={callPath(listSteps, request)} />
      <StepKeys />
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <StepBar page={answer} path={path} stops={list} />
        <StopList stops={stops} />
        {[meta, why].map((note) => note !== null && <MissingNote key={note.message} of={note} />)}
        <p className="px-4 py-2 text-xs text-soft">
          {t('As the node executed it again just now, not proven. Line numbers lead to the next step there.')}
        </p>
      </div>
      {state !== null && (
        <div className={`grid gap-4 ${source === null ? '' : 'lg:grid-cols-2'}`}>
          {source !== null && <StepSource source={source} step={step} path={path} stops={stops} />}
          <Opcodes page={answer} path={path} />
        </div>
      )}
      {state !== null && <StepState state={state} step={step} path={path} />}
    </section>
  );
}

function readStops({ stops }: SearchParams): string[] {
  return typeof stops === 'string' && STOPS.test(stops) ? [...new Set(stops.split('|'))] : [];
}

function readChoice(given: SearchParams): Record<string, string> {
  const matching = (name: string, pattern: RegExp) => {
    const value = given[name];
    return typeof value === 'string' && pattern.test(value) ? { [name]: value } : {};
  };
  const go = typeof given.go === 'string' ? /^(:?)(\d{1,8})$/.exec(given.go.trim()) : null;
  const [, colon, number = ''] = go ?? [];
  const line = colon === ':' && NUMBER.test(number) ? { line: number } : matching('line', NUMBER);
  const file =
    typeof given.file === 'string' && given.file.length <= MAX_SOURCE_PATH ? given.file : undefined;
  return {
    ...(colon === '' ? { step: number } : matching('step', STEP)),
    ...matching('call', NUMBER),
    ...matching('to', /^(failure|next_line)$/),
    ...(given.to === 'stop' && readStops(given).length > 0 && { to: 'stop', ...matching('stops', STOPS) }),
    ...line,
    ...('line' in line && file !== undefined && file !== '' && { file }),
    ...matching('memory', STEP),
  };
}
