import { listSources } from '@/components/contract/contract-sources';
import { zipFiles } from '@/components/contract/zip-files';
import { callExtra } from '@/lib/client/call';
import { type Contract, contract as contractSchema, getContract } from '@/lib/endpoints/contract';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { AppError } from '@/lib/errors';
import type { Params } from '../../load';

/** The sources as the compiler's standard JSON input, with `?file=` one of them as text, with `?form=zip` all as files. */
export async function GET(request: Request, { params }: { params: Params }): Promise<Response> {
  const { chain, hash } = await params;
  if (!/^\d{1,20}$/.test(chain) || !ADDRESS_HASH.test(hash)) return respond(404, 'Not found');
  try {
    const where = { chain, params: { address_hash_param: hash.toLowerCase() } };
    const known = await callExtra(getContract, where);
    return known === undefined
      ? respond(404, 'No sources are known.')
      : sendSources(contractSchema.parse(known), new URL(request.url).searchParams);
  } catch (error) {
    if (error instanceof AppError) return respond(503, error.publicMessage, { 'retry-after': '5' });
    throw error;
  }
}

function sendSources(contract: Contract, query: URLSearchParams): Response {
  const wanted = query.get('file');
  const files = listSources(contract);
  if (files.length === 0) return respond(404, 'No sources are known.');
  const name = contract.name ?? 'contract';
  if (query.get('form') === 'zip')
    return save(zipFiles(files), { type: 'application/zip', name: `${name}.zip` });
  if (wanted === null) {
    const text = JSON.stringify(toStandardInput(contract), null, 2);
    return save(text, { type: 'application/json; charset=utf-8', name: `${name}.json` });
  }
  const file = files.find(({ path }) => path === wanted);
  if (file === undefined) return respond(404, 'The sources have no file of this name.');
  return save(file.text, {
    type: 'text/plain; charset=utf-8',
    name: file.path.slice(file.path.lastIndexOf('/') + 1),
  });
}

/** A file to save: nothing that a browser would show or run. */
function save(body: BodyInit, { type, name }: { type: string; name: string }): Response {
  const safe = name.replace(/[^\w.-]/g, '_').slice(0, 100) || 'source';
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${safe}"`,
    },
  });
}

function respond(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
}

const LANGUAGES: Readonly<Record<string, string>> = { vyper: 'Vyper', yul: 'Yul' };

function toStandardInput(contract: Contract) {
  const { language, compiler_settings: settings } = contract;
  return {
    language: LANGUAGES[language ?? ''] ?? 'Solidity',
    sources: Object.fromEntries(listSources(contract).map(({ path, text }) => [path, { content: text }])),
    settings: settings ?? {},
  };
}
