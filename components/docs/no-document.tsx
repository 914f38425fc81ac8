import { Notice } from '@/components/ui/notice';

/** Shown if the API publishes no OpenAPI document. */
export function NoDocument() {
  return (
    <Notice icon="none" title="No API documentation available">
      The API behind this site has no OpenAPI document at <code>/openapi.json</code>. Its operator knows where
      it is documented.
    </Notice>
  );
}
