export type Choice = Readonly<{ text: string; href: string; isOn: boolean; title?: string }>;

/** Alternative views as links, so that the choice is in the URL. */
export function Choices({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label} className="no-print">
      <ul className="flex rounded-md border border-line bg-sunken p-0.5">
        {choices.map((choice) => (
          <li key={choice.text}>
            <a
              href={choice.href}
              title={choice.title}
              aria-current={choice.isOn ? 'true' : undefined}
              className="flex h-7 items-center rounded-sm px-2.5 text-sm text-soft hover:text-ink hover:no-underline aria-[current=true]:bg-surface aria-[current=true]:font-medium aria-[current=true]:text-ink aria-[current=true]:shadow-panel aria-[current=true]:ring-1 aria-[current=true]:ring-line"
            >
              {choice.text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
