type Json = Readonly<Record<string, unknown>>;

/** Drops the security schemes (the console has its own key field) and puts `chain` in place of the example one. */
export function prepareDocument(document: Json, chain: string | undefined): Json {
  const { security: _, components, paths, ...rest } = document;
  return {
    ...rest,
    ...(isJson(components) ? { components: { ...components, securitySchemes: {} } } : {}),
    ...(isJson(paths) ? { paths: mapValues(paths, (path) => prepareOperations(path, chain)) } : {}),
  };
}

/** True for a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function prepareOperations(path: unknown, chain: string | undefined): unknown {
  if (!isJson(path)) return path;
  return mapValues(path, (value) => {
    if (!isJson(value)) return value;
    const { security: _, ...operation } = value;
    return { ...operation, parameters: onChain(value.parameters, chain) };
  });
}

function onChain(parameters: unknown, chain: string | undefined): unknown {
  if (!Array.isArray(parameters)) return [];
  if (chain === undefined) return parameters;
  const isChain = (parameter: unknown) => isJson(parameter) && parameter.name === 'chain_id';
  return parameters.map((parameter) => (isChain(parameter) ? { ...parameter, example: chain } : parameter));
}

function mapValues(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
