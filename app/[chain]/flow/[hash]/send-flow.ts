import { createRequestLimit } from '@/app/limit-requests';
import { respond } from '@/app/send-csv';
import type { MoneyFlow } from '@/lib/endpoints/money-flow';
import { AppError } from '@/lib/errors';
import { loadFlow, type PageFlow, type Params } from './load';

const isWithinLimit = createRequestLimit({ requests: 20, seconds: 60 });

type Form = Readonly<{
  type: string;
  extension: string;
  write(page: PageFlow, flow: MoneyFlow): string;
}>;

/** The flow of a URL as a file. */
export async function sendFlow(request: Request, params: Params, form: Form): Promise<Response> {
  if (!(await isWithinLimit())) return respond(429, 'Too many downloads: try again in a minute.', 60);
  try {
    const page = await loadFlow(params, Object.fromEntries(new URL(request.url).searchParams));
    if (page.flow === undefined) return respond(404, 'Not found');
    return new Response(form.write(page, page.flow), {
      headers: {
        'cache-control': 'no-store',
        'content-type': form.type,
        'content-disposition': `attachment; filename="flow-${page.hash.toLowerCase()}.${form.extension}"`,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      },
    });
  } catch (error) {
    if (error instanceof AppError) return respond(503, error.publicMessage, 5);
    throw error;
  }
}
