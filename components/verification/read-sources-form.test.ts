import { expect, test } from 'vitest';
import { readSourcesForm } from './read-sources-form';

const METADATA = '{"compiler":{},"settings":{},"sources":{}}';
const INPUT = '{"language":"Solidity","sources":{},"settings":{}}';

function formOf(files: Record<string, string>, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name);
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  return form;
}

test('the way to verify follows from what was sent', async () => {
  const cases = [
    [{ 'input.json': INPUT }, 'standard-input'],
    [{ 'metadata.json': METADATA, 'A.sol': 'contract A {}' }, 'sourcify'],
    [{ 'metadata.json': METADATA }, 'sourcify'],
    [{ 'A.sol': 'contract A {}', 'B.sol': 'contract B {}' }, 'multi-part'],
    [{ 'broken.json': '{' }, 'multi-part'],
    [{}, 'flattened-code'],
  ] as const;
  for (const [files, method] of cases) expect((await readSourcesForm(formOf(files))).method).toBe(method);
});

test('an empty choice of files is none, and a check box is said in words', async () => {
  const fields = { source_code: 'contract A {}', compiler_version: 'v0.8.37', is_optimization_enabled: 'on' };
  for (const name of ['', 'undefined']) {
    const given = formOf({}, fields);
    given.append('files', new Blob([]), name);
    const { form, method } = await readSourcesForm(given);
    expect(method).toBe('flattened-code');
    expect(Object.fromEntries(form)).toEqual({
      compiler_version: 'v0.8.37',
      contract_name: '',
      optimization_runs: '',
      evm_version: '',
      is_optimization_enabled: 'true',
      source_code: 'contract A {}',
    });
  }
  const other = await readSourcesForm(formOf({ 'A.sol': 'contract A {}' }));
  expect(other.form.get('is_optimization_enabled')).toBe('false');
  expect(other.form.getAll('files[]')).toHaveLength(1);
});
