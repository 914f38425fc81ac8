import type { ReactNode } from 'react';
import { Meter } from '@/components/ui/meter';
import type { FheActivity } from '@/lib/endpoints/fhe-activity';
import type { FheOperation } from '@/lib/endpoints/fhe-operation';
import { formatFheOperation, formatFheType } from '@/lib/fhe/names';
import { shortenHash } from '@/lib/format/hash';
import { formatShare, groupDigits, perMille } from '@/lib/format/number';
import { type Tally, tallyBy } from '@/lib/format/tally';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { categoryOf } from './categories';

const SHOWN_GROUPS = 8;
const SHOWN_KINDS = 12;

/** HCU by operation and by contract, largest first. */
export function FheBreakdown(props: {
  operations: readonly FheOperation[];
  /** Lower-case addresses of the page that look alike when shortened; shown in full. */
  lookAlikes: ReadonlySet<string>;
}) {
  const { operations, lookAlikes } = props;
  const weight = (operation: FheOperation) => operation.hcu_cost;
  const byOperation = tallyBy(
    operations,
    (item) => `${item.operation} ${item.fhe_type} ${item.type}`,
    weight,
  );
  const byCaller = tallyBy(operations, (item) => item.caller?.hash ?? '', weight);
  const callers = new Map(operations.map((item) => [item.caller?.hash ?? '', item.caller]));
  const total = operations.reduce((sum, operation) => sum + operation.hcu_cost, 0);
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <Tallies title={t('By operation')} tallies={byOperation} total={total}>
        {(tally) => <OperationName tally={tally} />}
      </Tallies>
      <Tallies title={t('By caller')} tallies={byCaller} total={total}>
        {(tally) => {
          const caller = callers.get(tally.key);
          if (caller === null || caller === undefined)
            return <span className="text-faint">{t('unknown caller')}</span>;
          return (
            <span data-same={caller.hash.toLowerCase()} title={caller.hash}>
              {caller.name === null ? (
                <span className="mono wrap-any">
                  {lookAlikes.has(caller.hash.toLowerCase()) ? caller.hash : shortenHash(caller.hash)}
                </span>
              ) : (
                <bdi>{displayText(caller.name, 32)}</bdi>
              )}
            </span>
          );
        }}
      </Tallies>
    </div>
  );
}

/** HCU of a chain's or a contract's operations by name, largest first. */
export function FheKinds({ kinds, total }: { kinds: FheActivity['kinds']; total: number }) {
  const tallies = kinds.map(({ operation, type, operation_count: count, total_hcu: weight }) => ({
    ...{ key: `${operation}  ${type}`, count, weight },
  }));
  return (
    <>
      <TallyList tallies={tallies.slice(0, SHOWN_KINDS)} total={total}>
        {(tally) => <OperationName tally={tally} />}
      </TallyList>
      <Rest tallies={tallies.slice(SHOWN_KINDS)} />
    </>
  );
}

function OperationName({ tally }: { tally: Tally }) {
  const [operation = '', fheType = '', category = ''] = tally.key.split(' ');
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${categoryOf(category).dot}`} />
      <span className="mono">
        {formatFheOperation(operation)} <span className="text-faint">{formatFheType(fheType)}</span>
      </span>
    </span>
  );
}

type ListProps = { tallies: readonly Tally[]; total: number; children: (tally: Tally) => ReactNode };

function Tallies({ title, tallies, ...of }: ListProps & { title: string }) {
  const rest = tallies.slice(SHOWN_GROUPS);
  return (
    <section className="min-w-0">
      <h3 className="label mb-2 font-medium">{title}</h3>
      <TallyList tallies={tallies.slice(0, SHOWN_GROUPS)} {...of} />
      <Rest tallies={rest} />
    </section>
  );
}

function Rest({ tallies }: { tallies: readonly Tally[] }) {
  return tallies.length > 0 && <p className="mt-2 text-sm text-faint">{sumUp(tallies)}</p>;
}

/** Groups with their share of the total HCU as bars. */
export function TallyList({ tallies, total, children }: ListProps) {
  const whole = BigInt(total);
  return (
    <ol className="flex flex-col gap-2.5 text-sm">
      {tallies.map((tally) => {
        const share = formatShare(BigInt(tally.weight), whole);
        return (
          <li key={tally.key}>
            <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0">
                {children(tally)} <span className="text-faint">× {groupDigits(tally.count)}</span>
              </span>
              <span className="text-soft">
                {groupDigits(tally.weight)} · {share}
              </span>
            </p>
            <Meter
              label={t('{share} of the total HCU', { share })}
              stretches={[{ perMille: perMille(BigInt(tally.weight), whole), className: fillOf(tally) }]}
            />
          </li>
        );
      })}
    </ol>
  );
}

function sumUp(tallies: readonly Tally[]): string {
  return t('and {count, plural, one {# more group} other {# more groups}} with {hcu} HCU', {
    count: tallies.length,
    hcu: groupDigits(tallies.reduce((sum, tally) => sum + tally.weight, 0)),
  });
}

function fillOf(tally: Tally): string {
  const category = tally.key.split(' ')[2];
  return category === undefined ? 'fill-secret' : categoryOf(category).fill;
}
