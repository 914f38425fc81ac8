import { NotFoundPage, notFoundMetadata } from '../../not-found-page';

export const generateMetadata = notFoundMetadata;

/** Sent by the server in place of Next's own 404 response. */
export default NotFoundPage;
