import { StructuredData } from '@/components/layout/structured-data';
import { readBrand } from './read-brand';
import { siteUrl } from './site-url';

/** The site and its search; of a chain, if one is given. */
export function SiteData({ chain }: { chain?: { id: string; name: string } }) {
  const search = new URL('/search', siteUrl()).href;
  const inChain = chain === undefined ? '' : `&chain=${chain.id}`;
  return (
    <StructuredData
      type="WebSite"
      fields={{
        name: chain === undefined ? readBrand().name : `${chain.name} · ${readBrand().name}`,
        url: new URL(chain === undefined ? '/' : `/${chain.id}`, siteUrl()).href,
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${search}?q={search_term_string}${inChain}` },
          'query-input': 'required name=search_term_string',
        },
      }}
    />
  );
}
