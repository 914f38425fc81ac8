import { Icon } from './icon';

/** The ways on and back from a page of a list. Back within the list is the browser's own. */
export function Pager({ first, next }: { first: string | undefined; next: string | undefined }) {
  if (first === undefined && next === undefined) return null;
  return (
    <nav aria-label="Pages" className="no-print flex justify-end gap-2">
      {first !== undefined && <Step href={first} text="First page" />}
      {next !== undefined && <Step href={next} text="Next page" isForward />}
    </nav>
  );
}

function Step({ href, text, isForward = false }: { href: string; text: string; isForward?: boolean }) {
  return (
    <a
      href={href}
      rel={isForward ? 'next' : undefined}
      className="inline-flex h-9 items-center gap-1.5 rounded-md border border-edge bg-surface px-3 font-medium text-ink hover:bg-hover hover:no-underline"
    >
      {text}
      {isForward && <Icon name="chevronRight" className="size-3.5" />}
    </a>
  );
}
