import { Icon, type IconName } from '@/components/ui/icon';
import type { Display } from './display-values';

type Name = keyof Display;

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
  unit: {
    title: 'Unit of coin amounts',
    choices: [
      { value: 'coin', icon: 'cube', text: 'Coin; gas prices in Gwei' },
      { value: 'gwei', icon: 'cube', text: 'Gwei' },
      { value: 'wei', icon: 'cube', text: 'Wei' },
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

/** The server writes amounts in their unit. */
const APPLIED_BY_SCRIPT: readonly Name[] = ['theme', 'time', 'density', 'keys'];

/** A display preference: a plain form that sets a cookie; a script applies most without a reload. */
export function DisplayChoices({ name, display }: { name: Name; display: Display }) {
  const { title, choices } = CHOICES[name];
  const [standard] = choices;
  return (
    <form
      action={`/settings/${name}`}
      method="post"
      data-choice={APPLIED_BY_SCRIPT.includes(name) ? name : undefined}
      className="p-1"
    >
      <p className="label px-2 pt-1 pb-0.5">{title}</p>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="submit"
          name={name}
          value={choice.value}
          data-default={choice === standard ? '' : undefined}
          aria-pressed={(display[name] ?? standard?.value) === choice.value}
          className="group/choice flex h-9 w-full items-center gap-2 rounded-sm px-2 text-left text-soft hover:bg-hover hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
        >
          <Icon name={choice.icon} />
          {choice.text}
          <span className="invisible ml-auto text-accent group-aria-pressed/choice:visible">
            <Icon name="check" />
          </span>
        </button>
      ))}
    </form>
  );
}
