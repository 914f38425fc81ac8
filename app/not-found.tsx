import { ReloadPage } from '@/components/layout/reload-page';
import { NotFoundPage, notFoundMetadata } from './not-found-page';

export const generateMetadata = notFoundMetadata;

/**
 * Next renders this into every document, for the case that a navigation leads to a missing page. Where bin/web serves,
 * which has a page of its own for each missing URL, it is a few bytes that load that page.
 */
export default function NotFound() {
  return globalThis.markupHandover?.server === 'web' ? <ReloadPage /> : <NotFoundPage />;
}
