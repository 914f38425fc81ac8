import { Icon } from '@/components/ui/icon';

type Props = {
  href: string;
  /** `from`: what left the address; `to`: what reached it. */
  chosen: 'from' | 'to' | undefined;
  /** Other filters of the list, which stay. */
  kept?: Readonly<Record<string, string | undefined>>;
};

const CHOICES = [
  { value: undefined, text: 'All' },
  { value: 'from', text: 'Sent' },
  { value: 'to', text: 'Received' },
] as const;

/** Chips that keep one direction; each is a link, so the choice stands in the URL as `filter`. */
export function DirectionFilter({ href, chosen, kept = {} }: Props) {
  return (
    <nav aria-label="Direction" className="no-print flex flex-wrap items-center gap-1.5">
      {CHOICES.map(({ value, text }) => (
        <a
          key={text}
          href={`${href}${queryOf({ ...kept, filter: value })}`}
          aria-current={chosen === value ? 'true' : undefined}
          className="inline-flex h-7 items-center gap-1 rounded-full border border-line bg-surface px-3 text-sm text-soft hover:border-edge hover:text-ink hover:no-underline aria-[current=true]:border-accent/40 aria-[current=true]:bg-accent-wash aria-[current=true]:font-medium aria-[current=true]:text-accent"
        >
          {chosen === value && <Icon name="check" className="size-3" />}
          {text}
        </a>
      ))}
    </nav>
  );
}

function queryOf(params: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
