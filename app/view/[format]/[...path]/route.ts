import { csvHref } from '@/app/[chain]/address/[hash]/csv-href';
import { jumpTo } from '@/app/[chain]/jump';
import { createRequestLimit } from '@/app/limit-requests';
import { sendCsv } from '@/app/send-csv';
import { siteUrl } from '@/app/site-url';
import { call, callPath, readAnswer } from '@/lib/client/call';
import { type Chain, findChain } from '@/lib/client/chains';
import { AppError } from '@/lib/errors';
import { withQuery } from '@/lib/format/link';
import { findListView, findView, type ListView, readViewQuery, type View } from '../../page-data';
import { writeMarkdown } from '../../write-markdown';
import { writeCsvRows, writeMarkdownRows } from '../../write-rows';

type Context = { params: Promise<{ format: string; path: string[] }> };
type Answer = Readonly<{ status: number; text: string }>;

const isWithinLimit = createRequestLimit({ requests: 60, seconds: 60 });
const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};

/**
 * A page by its URL with `.json` (the API's answer), `.csv` (the list that it shows) or `.md` (a summary); proxy.ts
 * leads here. Only what a page itself requests from the API is available.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { format, path } = await params;
  const [chain = '', ...rest] = path;
  const view = /^\d{1,20}$/.test(chain) ? (findListView(rest) ?? findView(rest)) : undefined;
  if (view === undefined) return respond(format, { status: 404, text: 'Not found' });
  const searchParams = Object.fromEntries(new URL(request.url).searchParams);
  if (format === 'csv' && 'data' in view) return viewCsv(request, { chain, view, searchParams });
  const type = TYPES[format];
  if (type === undefined) return respond(format, { status: 404, text: 'Not found' });
  if (!(await isWithinLimit()))
    return respond(format, { status: 429, text: 'Too many requests: try again in a minute.' }, 60);
  try {
    const found = await findChain(chain);
    if (found === undefined) return respond(format, { status: 404, text: 'Not found' });
    const answer = await readView(format, view, { chain: found, searchParams });
    if (answer === undefined) return respond(format, { status: 404, text: 'Not found' });
    return new Response(answer.text, { status: answer.status, headers: headersOf(type) });
  } catch (error) {
    if (error instanceof AppError) return respond(format, { status: 503, text: error.publicMessage }, 5);
    throw error;
  }
}

type ViewParams = Readonly<{ searchParams: Readonly<Record<string, string>> }>;

async function readView(
  format: string,
  view: View | ListView,
  { chain, searchParams }: ViewParams & { chain: Chain },
): Promise<Answer | undefined> {
  if ('data' in view && format === 'md') return writeMarkdown(view, chain);
  const { data, params } = 'data' in view ? view : { data: view, params: {} };
  const query = readViewQuery(
    data.json,
    data,
    'data' in view ? searchParams : await jumpTo(chain.id, view.name, searchParams),
  );
  if ('data' in view || format === 'json')
    return readAnswer(callPath(data.json, { chain: chain.id, params, query }));
  return readRows(format, view, { chain, query });
}

async function readRows(
  format: string,
  view: ListView,
  { chain, query }: { chain: Chain; query: Readonly<Record<string, string>> },
): Promise<Answer | undefined> {
  const page = await call(view.json, { chain: chain.id, params: {}, query });
  if (page === undefined) return undefined;
  if (format === 'csv') return writeCsvRows(view, page);
  const url = new URL(withQuery(`/${chain.id}/${view.name}`, query), siteUrl()).href;
  return writeMarkdownRows(view, page, { title: `${chain.name}: ${view.name}`, url });
}

function viewCsv(
  request: Request,
  { chain, view, searchParams }: ViewParams & { chain: string; view: View },
): Promise<Response> | Response {
  const { data, id: hash } = view;
  if (data.csv === undefined)
    return respond('csv', {
      status: 404,
      text: 'This page has no CSV: lists of a chain, of an address and of a token have.',
    });
  const { name, of } = data.csv;
  const file = new URL(csvHref('', name, { query: readViewQuery(of, data, searchParams) }), request.url);
  return sendCsv(new Request(file), Promise.resolve({ chain, hash, list: name }), 'address');
}

function respond(format: string, { status, text }: Answer, retrySeconds?: number): Response {
  const type = format === 'json' ? TYPES.json : 'text/plain; charset=utf-8';
  const body = format === 'json' ? JSON.stringify({ message: text }) : `${text}\n`;
  const retry = retrySeconds === undefined ? undefined : { 'retry-after': String(retrySeconds) };
  return new Response(body, { status, headers: { ...headersOf(type ?? ''), ...retry } });
}

function headersOf(type: string): Record<string, string> {
  return { 'content-type': type, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
}
