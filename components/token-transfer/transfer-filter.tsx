import { Icon } from '@/components/ui/icon';
import { TOKEN_TYPES } from '@/lib/evm/token-standards';

type Props = {
  href: string;
  chosen: readonly string[];
  /** Other filters of the list, which stay. */
  kept?: Readonly<Record<string, string | undefined>>;
};

/** Chips that keep some token standards; each is a link, so the choice stands in the URL as `type`. */
export function TransferFilter({ href, chosen, kept = {} }: Props) {
  return (
    <nav aria-label="Token standards" className="no-print flex flex-wrap items-center gap-1.5">
      <Chip href={`${href}${queryOf(kept)}`} isOn={chosen.length === 0} text="All" />
      {TOKEN_TYPES.map((type) => {
        const isOn = chosen.includes(type);
        const next = isOn ? chosen.filter((other) => other !== type) : [...chosen, type];
        const query = queryOf({ ...kept, type: next.length === 0 ? undefined : next.join(',') });
        return <Chip key={type} href={`${href}${query}`} isOn={isOn} text={type} />;
      })}
    </nav>
  );
}

function queryOf(params: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  // commas part the standards, and read better as they are
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`.replaceAll('%2C', ',');
}

function Chip({ href, isOn, text }: { href: string; isOn: boolean; text: string }) {
  return (
    <a
      href={href}
      aria-current={isOn ? 'true' : undefined}
      className="inline-flex h-7 items-center gap-1 rounded-full border border-line bg-surface px-3 text-sm text-soft hover:border-edge hover:text-ink hover:no-underline aria-[current=true]:border-accent/40 aria-[current=true]:bg-accent-wash aria-[current=true]:font-medium aria-[current=true]:text-accent"
    >
      {isOn && <Icon name="check" className="size-3" />}
      {text}
    </a>
  );
}
