import { saveChoice } from '../save-choice';

/** 404 where pages have one language only. */
export async function POST(request: Request): Promise<Response> {
  const codes = globalThis.languages?.codes ?? [];
  if (codes.length < 2) return new Response(null, { status: 404 });
  return saveChoice(request, { cookie: 'language', values: codes });
}
