/** The fields of a form that sends an operation. */
export type Fields = readonly Readonly<{
  name: string;
  isInPath: boolean;
  isRequired: boolean;
  value: string;
  choices: readonly string[] | undefined;
}>[];

type Filling = Readonly<{
  fields: Fields;
  /** Values by name, with `field-` before it. */
  form: FormData;
  /** The chain that is also served without a chain ID in the path, if it is to be asked so. */
  openChain: string | undefined;
}>;

/** The path of a request and its query, on this site. Empty values of the query are left out. */
export function fillPath(path: string, { fields, form, openChain }: Filling): string {
  const read = (name: string) => String(form.get(`field-${name}`) ?? '').trim();
  const short = openChain !== undefined && read('chain_id') === openChain ? '' : undefined;
  const filled = path
    .replace(/^\/\{chain_id\}(?=\/)/, (segment) => short ?? segment)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(read(name)));
  const query = new URLSearchParams(
    fields.flatMap(({ name, isInPath }) => (isInPath || read(name) === '' ? [] : [[name, read(name)]])),
  ).toString();
  return query === '' ? filled : `${filled}?${query}`;
}
