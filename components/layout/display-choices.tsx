import { Icon, type IconName } from '@/components/ui/icon';

/** What may be chosen besides the default, which is stored as nothing. */
export const DISPLAY_VALUES = {
  theme: ['light', 'dark'],
  time: ['absolute', 'local', 'iso'],
  density: ['comfortable'],
  keys: ['off'],
} as const;

type Name = keyof typeof DISPLAY_VALUES;
/** Undefined means the default: the theme of the system, relative times, dense pages, keys. */
export type Display = Readonly<{ [N in Name]: (typeof DISPLAY_VALUES)[N][number] | undefined }>;

type Choice = Readonly<{ value: string; icon: IconName; text: string }>;

/** The first choice is the default. */
const CHOICES: Readonly<Record<Name, { title: string; choices: readonly Choice[] }>> = {
  theme: {
    title: 'Theme',
    choices: [
      { value: 'system', icon: 'system', text: 'System' },
      { value: 'light', icon: 'sun', text: 'Light' },
      { value: 'dark', icon: 'moon', text: 'Dark' },
    ],
  },
  time: {
    title: 'Time format',
    choices: [
      { value: 'relative', icon: 'clock', text: 'Relative' },
      { value: 'absolute', icon: 'calendar', text: 'UTC date and time' },
      { value: 'local', icon: 'calendar', text: 'Local date and time' },
      { value: 'iso', icon: 'calendar', text: 'ISO 8601' },
    ],
  },
  density: {
    title: 'Density',
    choices: [
      { value: 'dense', icon: 'minus', text: 'Dense' },
      { value: 'comfortable', icon: 'plus', text: 'Comfortable' },
    ],
  },
  keys: {
    title: 'Keyboard shortcuts',
    choices: [
      { value: 'on', icon: 'check', text: 'On' },
      { value: 'off', icon: 'cross', text: 'Off' },
    ],
  },
};

/** A display preference: a plain form that sets a cookie; a script applies it without a reload. */
export function DisplayChoices({ name, display }: { name: Name; display: Display }) {
  const { title, choices } = CHOICES[name];
  const [standard] = choices;
  return (
    <form action={`/settings/${name}`} method="post" data-choice={name} className="p-1">
      <p className="label px-2 pt-1 pb-0.5">{title}</p>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="submit"
          name={name}
          value={choice.value}
          data-default={choice === standard ? '' : undefined}
          aria-pressed={(display[name] ?? standard?.value) === choice.value}
          className="flex h-9 w-full items-center gap-2 rounded-sm px-2 text-left text-soft hover:bg-hover hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
        >
          <Icon name={choice.icon} />
          {choice.text}
        </button>
      ))}
    </form>
  );
}
