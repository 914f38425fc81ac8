import type { ReactNode } from 'react';
import { PageHeader } from '@/components/layout/page-header';
import { Notice } from '@/components/ui/notice';

/** A page of the API reference if the API publishes no OpenAPI document. */
export function NoDocument({ title, aside }: { title: string; aside?: ReactNode }) {
  return (
    <>
      <PageHeader title={title} aside={aside} />
      <Notice icon="none" title="No API documentation available">
        The API behind this site has no OpenAPI document at <code>/openapi.json</code>. Its operator knows
        where it is documented.
      </Notice>
    </>
  );
}
