import { type ApiOperation, type DocumentedSchema, parameterExample } from '@/lib/endpoints/api-document';

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

/** The fields of an operation, those of its path filled in with their examples, the chain with `chain`. */
export function listFields({ path, parameters }: ApiOperation, chain: string | undefined): Fields {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const declared = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return [...inPath, ...inQuery].map((name) => {
    const parameter = declared.get(name);
    const isInPath = inPath.includes(name);
    const example = parameter && parameterExample(parameter);
    const isRequired = isInPath || parameter?.required === true;
    const own = name === 'chain_id' ? (chain ?? example) : example;
    return {
      name,
      isInPath,
      isRequired,
      value: (isRequired && own) || '',
      choices: choicesOf(parameter?.schema),
    };
  });
}

function choicesOf(schema: DocumentedSchema | undefined): readonly string[] | undefined {
  return schema?.enum?.filter((value) => typeof value === 'string');
}

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
