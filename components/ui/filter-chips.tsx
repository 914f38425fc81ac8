import type { Choice } from './choices';
import { Icon } from './icon';

/** Filters as links, so that the choice is in the URL. */
export function FilterChips({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label} className="no-print flex flex-wrap items-center gap-1.5">
      {choices.map(({ text, href, isOn }) => (
        <a
          key={text}
          href={href}
          aria-current={isOn ? 'true' : undefined}
          className="inline-flex h-7 items-center gap-1 rounded-full border border-line bg-surface px-3 text-sm text-soft hover:border-edge hover:text-ink hover:no-underline aria-[current=true]:border-accent/40 aria-[current=true]:bg-accent-wash aria-[current=true]:font-medium aria-[current=true]:text-accent"
        >
          {isOn && <Icon name="check" className="size-3" />}
          {text}
        </a>
      ))}
    </nav>
  );
}
