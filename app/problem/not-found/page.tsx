import { NotFoundPage, notFoundMetadata } from '../../not-found-page';

export const metadata = notFoundMetadata;

/** What the server sends in place of Next's own answer for a page that is not found. */
export default NotFoundPage;
