import { NotFoundPage, notFoundMetadata } from './not-found-page';

export const metadata = notFoundMetadata;

/** What a reader sees who moves within the site to something that is not there. */
export default NotFoundPage;
