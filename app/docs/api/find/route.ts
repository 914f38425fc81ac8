import { redirectTo } from '@/app/redirect-to';
import { findApiDocument } from '@/lib/client/api-document';
import { findOperation } from '@/lib/endpoints/api-document';

/** Redirects (303) from a call's path to the page of its operation, or to the list if none matches. */
export async function GET(request: Request): Promise<Response> {
  const path = new URL(request.url).searchParams.get('path') ?? '';
  const document = await findApiDocument();
  const operation = document && findOperation(document, path);
  return redirectTo(operation === undefined ? '/docs/api' : `/docs/api/${operation.id}`);
}
