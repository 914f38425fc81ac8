import { redirectTo } from '@/app/redirect-to';
import { findApiDocument } from '@/lib/client/api-document';
import { findOperation } from '@/lib/endpoints/api-document';

/** From the path of a call to the page about its operation: a 303, to the list where no operation answers it. */
export async function GET(request: Request): Promise<Response> {
  const path = new URL(request.url).searchParams.get('path') ?? '';
  const document = await findApiDocument();
  const operation = document && findOperation(document, path);
  return redirectTo(operation === undefined ? '/docs/api' : `/docs/api/${operation.id}`);
}
