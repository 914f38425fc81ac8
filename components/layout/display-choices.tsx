import { Icon, type IconName } from '@/components/ui/icon';
import { type Msg, msg, t, textOf } from '@/lib/language/t';
import type { Display } from './display-values';

type Name = keyof Display;

type Choice = Readonly<{ value: string; icon: IconName; text: string | Msg }>;

/** The first choice is the default. */
const CHOICES: Readonly<Record<Name, { title: Msg; choices: readonly Choice[] }>> = {
  theme: {
    title: msg('Theme'),
    choices: [
      { value: 'system', icon: 'system', text: msg('System') },
      { value: 'light', icon: 'sun', text: msg('Light') },
      { value: 'dark', icon: 'moon', text: msg('Dark') },
    ],
  },
  time: {
    title: msg('Time format'),
    choices: [
      { value: 'relative', icon: 'clock', text: msg('Relative') },
      { value: 'absolute', icon: 'calendar', text: msg('UTC date and time') },
      { value: 'local', icon: 'calendar', text: msg('Local date and time') },
      { value: 'iso', icon: 'calendar', text: msg('ISO 8601') },
    ],
  },
  density: {
    title: msg('Density'),
    choices: [
      { value: 'dense', icon: 'minus', text: msg('Dense') },
      { value: 'comfortable', icon: 'plus', text: msg('Comfortable') },
    ],
  },
  unit: {
    title: msg('Amounts in'),
    choices: [
      { value: 'coin', icon: 'cube', text: msg('Coin; gas prices in Gwei') },
      { value: 'gwei', icon: 'cube', text: msg('Gwei') },
      { value: 'wei', icon: 'cube', text: msg('Wei') },
    ],
  },
  keys: {
    title: msg('Keyboard shortcuts'),
    choices: [
      { value: 'on', icon: 'check', text: msg('On') },
      { value: 'off', icon: 'cross', text: msg('Off') },
    ],
  },
  recent: {
    title: msg('Recent searches'),
    choices: [
      { value: 'on', icon: 'check', text: msg('On') },
      { value: 'off', icon: 'cross', text: msg('Off') },
    ],
  },
};

/** The server writes amounts in their unit. */
const APPLIED_BY_SCRIPT: readonly string[] = ['theme', 'time', 'density', 'keys', 'recent'];

/** A display preference: a plain form that sets a cookie; a script applies most without a reload. */
export function DisplayChoices({ name, display }: { name: Name; display: Display }) {
  return <Choices name={name} {...CHOICES[name]} chosen={display[name]} />;
}

/** The language of the pages; without a choice, that of the browser. Nothing where there is only one. */
export function LanguageChoices({ chosen }: { chosen: string | undefined }) {
  const codes = globalThis.languages?.codes ?? [];
  if (codes.length < 2) return null;
  const languages = codes.map((code): Choice => ({ value: code, icon: 'globe', text: nameOf(code) }));
  const choices: Choice[] = [
    { value: 'browser', icon: 'system', text: msg('Browser default') },
    ...languages,
  ];
  return <Choices name="language" title={msg('Language')} choices={choices} chosen={chosen} />;
}

/** The name of a language in that language. */
function nameOf(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}

type ChoicesProps = {
  name: Name | 'language';
  title: Msg;
  choices: readonly Choice[];
  chosen: string | undefined;
};

function Choices({ name, title, choices, chosen }: ChoicesProps) {
  const [standard] = choices;
  return (
    <form
      action={`/settings/${name}`}
      method="post"
      data-choice={APPLIED_BY_SCRIPT.includes(name) ? name : undefined}
      className="p-1"
    >
      <p className="label px-2 pt-1 pb-0.5">{t(title)}</p>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="submit"
          name={name}
          value={choice.value}
          data-default={choice === standard ? '' : undefined}
          aria-pressed={(chosen ?? standard?.value) === choice.value}
          lang={name === 'language' && choice !== standard ? choice.value : undefined}
          className="choice"
        >
          <Icon name={choice.icon} />
          {textOf(choice.text)}
          <Icon name="check" className="choice-mark" />
        </button>
      ))}
    </form>
  );
}
