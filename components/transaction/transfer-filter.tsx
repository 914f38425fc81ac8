import { Icon } from '@/components/ui/icon';
import { tokenType } from '@/lib/spec/formats';

/** Chips that keep some token standards; each is a link, so the choice stands in the URL as `type`. */
export function TransferFilter({ href, chosen }: { href: string; chosen: readonly string[] }) {
  return (
    <nav aria-label="Token standards" className="no-print flex flex-wrap items-center gap-1.5">
      <Chip href={href} isOn={chosen.length === 0} text="All" />
      {tokenType.options.map((type) => {
        const isOn = chosen.includes(type);
        const next = isOn ? chosen.filter((other) => other !== type) : [...chosen, type];
        const query = next.length === 0 ? '' : `?type=${next.join(',')}`;
        return <Chip key={type} href={`${href}${query}`} isOn={isOn} text={type} />;
      })}
    </nav>
  );
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
