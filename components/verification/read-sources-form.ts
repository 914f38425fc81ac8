import type { VerificationMethod } from '@/lib/endpoints/verification';
import type { WrittenMessage } from '@/lib/messages/message';

/** State after a rejected form: the reason. */
export type SourcesAnswer = Readonly<{ refusal?: WrittenMessage }>;

/** Maps a visitor's form to a verification method and the API's form for it. */
export async function readSourcesForm(
  formData: FormData,
): Promise<{ method: VerificationMethod; form: FormData }> {
  const form = new FormData();
  for (const name of ['compiler_version', 'contract_name', 'optimization_runs', 'evm_version'])
    form.append(name, textOf(formData, name));
  const isOptimized = formData.get('is_optimization_enabled') === 'on';
  form.append('is_optimization_enabled', String(isOptimized));
  // An input without a choice sends an empty file, without a name or, by React's script, called 'undefined'.
  const files = formData.getAll('files').filter((file) => typeof file !== 'string' && file.size > 0);
  for (const file of files) form.append('files[]', file);
  if (files.length === 0) form.append('source_code', textOf(formData, 'source_code'));
  return { method: await methodOf(files), form };
}

async function methodOf(files: readonly FormDataEntryValue[]): Promise<VerificationMethod> {
  if (files.length === 0) return 'flattened-code';
  const [first] = files;
  const fields = await Promise.all(files.map(listFields));
  if (files.length === 1 && first !== undefined && fields[0]?.includes('sources') && !isMetadata(fields[0]))
    return 'standard-input';
  return fields.some(isMetadata) ? 'sourcify' : 'multi-part';
}

const isMetadata = (fields: readonly string[]) => fields.includes('compiler') && fields.includes('settings');

/** The first fields of a JSON file; none of another one. */
async function listFields(file: FormDataEntryValue): Promise<string[]> {
  if (typeof file === 'string' || !file.name.endsWith('.json')) return [];
  try {
    return Object.keys(Object(JSON.parse(await file.text())));
  } catch {
    return [];
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
