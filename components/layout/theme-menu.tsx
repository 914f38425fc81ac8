import { Icon, type IconName } from '@/components/ui/icon';

/** The theme a reader chose; undefined follows the system. */
export type Theme = 'light' | 'dark' | undefined;

const CHOICES: readonly Readonly<{ value: string; icon: IconName; text: string }>[] = [
  { value: 'system', icon: 'system', text: 'As the system' },
  { value: 'light', icon: 'sun', text: 'Light' },
  { value: 'dark', icon: 'moon', text: 'Dark' },
];

/** The choice of a theme: a form that posts a cookie. With a script it changes at once. */
export function ThemeMenu({ theme }: { theme: Theme }) {
  return (
    <details data-menu="" className="no-print relative">
      <summary
        aria-label="Theme"
        className="grid size-9 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <Icon name="contrast" />
      </summary>
      <form
        action="/settings/theme"
        method="post"
        data-theme-form=""
        className="absolute top-full right-0 z-20 mt-1 w-44 rounded-md border border-line bg-surface p-1 shadow-panel"
      >
        {CHOICES.map((choice) => (
          <button
            key={choice.value}
            type="submit"
            name="theme"
            value={choice.value}
            aria-pressed={(theme ?? 'system') === choice.value}
            className="flex h-9 w-full items-center gap-2 rounded-sm px-2 text-left text-soft hover:bg-hover hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
          >
            <Icon name={choice.icon} />
            {choice.text}
          </button>
        ))}
      </form>
    </details>
  );
}
