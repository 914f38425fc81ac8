import { displayText } from '@/lib/format/text';

type Transaction = Readonly<{ method: string | null; to: object | null; raw_input: string }>;

/** Called function, otherwise the kind of transaction. */
export function MethodLabel({ transaction }: { transaction: Transaction }) {
  const { method, to, raw_input: input } = transaction;
  const text = method ?? (to === null ? 'create' : input === '0x' ? 'transfer' : 'call');
  return <MethodName name={text} />;
}

/** Function name for tables, truncated if long. */
export function MethodName({ name }: { name: string }) {
  return (
    <code title={displayText(name, 120)} className="mono method">
      <bdi>{displayText(name, 40)}</bdi>
    </code>
  );
}
