import { Notice } from '@/components/ui/notice';

/** Instead of the documentation, before a service that does not describe itself. */
export function NoDocument() {
  return (
    <Notice icon="none" title="The data service does not describe itself">
      This site reads its data from a service that offers no OpenAPI document at <code>/openapi.json</code>.
      Its operator knows where it is documented.
    </Notice>
  );
}
