import { writeJsonLd } from '@/lib/format/json-ld';

type Props = { type: 'WebSite' | 'Dataset'; fields: Readonly<Record<string, unknown>> };

/** What a page is about in the terms of schema.org, for search engines. */
export function StructuredData({ type, fields }: Props) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no text can end the element; React would escape its quotes
      dangerouslySetInnerHTML={{ __html: writeJsonLd(type, fields) }}
    />
  );
}
