/** The texts of the form of a simulation, by the names of its fields; those of a function's parameters as `a0`, `a1.0`. */
export type SimulationTexts = Readonly<Record<string, string>>;

/** Names of the fields that are always there. */
const SIMULATION_FIELDS = [
  ...(['tx', 'from', 'to', 'input', 'fn', 'data', 'value', 'gas', 'block', 'position'] as const),
  ...(['overrides', 'more'] as const),
] as const;
/** The name of such a field. */
export type SimulationField = (typeof SIMULATION_FIELDS)[number];

const PARAMETER = /^a\d+(\.\d+)*$/;
const MAX_TEXT = 400_000;
const MAX_FIELDS = 200;

/** The texts among what a form, or a link, has; others and overlong ones are left out. */
export function readTexts(entries: Iterable<readonly [string, unknown]>): SimulationTexts {
  const known = [...entries].flatMap(([name, text]) =>
    typeof text === 'string' && text.length <= MAX_TEXT && isField(name) ? [[name, text] as const] : [],
  );
  return Object.fromEntries(known.slice(0, MAX_FIELDS));
}

function isField(name: string): boolean {
  return SIMULATION_FIELDS.some((field) => field === name) || PARAMETER.test(name);
}
