/** Other parameters of a form's page, which its answer keeps. */
export function HiddenFields({ of }: { of: Readonly<Record<string, string | undefined>> }) {
  return Object.entries(of).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  );
}

/** The button that sends a form above or beside a list. */
export function SubmitButton({ children }: { children: string }) {
  return (
    <button
      type="submit"
      className="h-9 rounded-md border border-edge bg-surface px-3 font-medium hover:bg-hover"
    >
      {children}
    </button>
  );
}
