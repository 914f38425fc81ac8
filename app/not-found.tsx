import { NotFoundPage, notFoundMetadata } from './not-found-page';

export const metadata = notFoundMetadata;

/** Shown on client-side navigation to a missing page. */
export default NotFoundPage;
