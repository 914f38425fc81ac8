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
    <code
      title={displayText(name, 120)}
      className="mono inline-block max-w-40 truncate rounded-sm bg-sunken px-1.5 align-middle text-soft ring-1 ring-line ring-inset sm:max-w-52 md:max-lg:max-w-28"
    >
      <bdi>{displayText(name, 40)}</bdi>
    </code>
  );
}
