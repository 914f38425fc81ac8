import { Meter } from '@/components/ui/meter';
import { Notice } from '@/components/ui/notice';
import { formatPercent, groupDigits, perMille } from '@/lib/format/number';

type Status = Readonly<{
  finished_indexing_blocks: boolean;
  first_block: number | null;
  indexed_block: number | null;
  head_block: number | null;
  blocks_count: number | null;
  transactions_count: number | null;
  addresses_count: number | null;
}>;

/** What the index holds of a chain, and how far it has come while it is still catching up. */
export function ChainFacts({ status }: { status: Status }) {
  const facts = [
    { name: 'Newest block', value: status.indexed_block, prefix: '#' },
    { name: 'Blocks', value: status.blocks_count, prefix: '' },
    { name: 'Transactions', value: status.transactions_count, prefix: '' },
    { name: 'Addresses', value: status.addresses_count, prefix: '' },
  ].flatMap((fact) => (fact.value === null ? [] : [{ ...fact, value: fact.value }]));
  return (
    <>
      {!status.finished_indexing_blocks && <Progress status={status} />}
      {facts.length > 0 && (
        <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-surface shadow-panel md:grid-cols-4">
          {facts.map((fact) => (
            <div key={fact.name} className="-mr-px -mb-px border-r border-b border-line px-4 py-3">
              <dt className="label">{fact.name}</dt>
              <dd className="text-xl font-semibold tracking-tight">
                {fact.prefix}
                {groupDigits(fact.value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Progress({ status }: { status: Status }) {
  const { first_block: first, indexed_block: indexed, head_block: head } = status;
  if (head === null) {
    return (
      <Notice tone="pending" icon="clock" title="Waiting for the node">
        The index has not learnt yet how long the chain is.
      </Notice>
    );
  }
  const from = first ?? 0;
  const all = BigInt(Math.max(1, head - from + 1));
  const done = BigInt(indexed === null ? 0 : Math.max(0, indexed - from + 1));
  const share = formatPercent(done, all) ?? '0 %';
  return (
    <Notice tone="pending" icon="clock" title={`Indexing: ${share} of the chain`}>
      Blocks #{groupDigits(from)} to {indexed === null ? 'none' : `#${groupDigits(indexed)}`} of #
      {groupDigits(head)} are here. Newer transactions are not found yet.
      <Meter
        className="mt-2"
        label={`${share} indexed`}
        stretches={[{ perMille: perMille(done, all), className: 'fill-pending' }]}
      />
    </Notice>
  );
}
