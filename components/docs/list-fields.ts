import { type ApiOperation, type DocumentedSchema, parameterExample } from '@/lib/endpoints/api-document';
import type { Fields } from './fill-path';

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
