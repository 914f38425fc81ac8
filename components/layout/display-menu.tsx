import { Icon, type IconName } from '@/components/ui/icon';

/** Undefined follows the system. */
type Theme = 'light' | 'dark' | undefined;
/** Undefined means relative. */
type TimeStyle = 'absolute' | undefined;
export type Display = Readonly<{ theme: Theme; time: TimeStyle }>;

type Choice = Readonly<{ value: string; icon: IconName; text: string }>;

const THEMES: readonly Choice[] = [
  { value: 'system', icon: 'system', text: 'System' },
  { value: 'light', icon: 'sun', text: 'Light' },
  { value: 'dark', icon: 'moon', text: 'Dark' },
];
const TIMES: readonly Choice[] = [
  { value: 'relative', icon: 'clock', text: 'Relative' },
  { value: 'absolute', icon: 'calendar', text: 'UTC date and time' },
];

/** Theme and time format: plain forms that set a cookie; a script applies them without a reload. */
export function DisplayMenu({ display }: { display: Display }) {
  return (
    <details data-menu="" className="no-print relative">
      <summary
        aria-label="Theme and time format"
        className="grid size-9 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <Icon name="contrast" />
      </summary>
      <div className="absolute top-full right-0 z-20 mt-1 w-52 divide-y divide-line rounded-md border border-line bg-surface shadow-panel">
        <Choices name="theme" title="Theme" choices={THEMES} chosen={display.theme} />
        <Choices name="time" title="Time format" choices={TIMES} chosen={display.time} />
      </div>
    </details>
  );
}

type ChoicesProps = {
  name: string;
  title: string;
  /** The first one is the default. */
  choices: readonly Choice[];
  chosen: string | undefined;
};

function Choices({ name, title, choices, chosen }: ChoicesProps) {
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
          aria-pressed={(chosen ?? standard?.value) === choice.value}
          className="flex h-9 w-full items-center gap-2 rounded-sm px-2 text-left text-soft hover:bg-hover hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
        >
          <Icon name={choice.icon} />
          {choice.text}
        </button>
      ))}
    </form>
  );
}
