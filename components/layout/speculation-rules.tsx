/** Not prefetched: files, API calls, what crawlers are kept from, and tabs, which the router fetches. */
const RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: '/api/*' } },
          { not: { href_matches: '/*/csv/*' } },
          { not: { selector_matches: '[data-tab], [download], [rel~=nofollow]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/** Lets browsers prefetch the page of a hovered link, so that a click shows it immediately. */
export function SpeculationRules({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      type="speculationrules"
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React would escape its quotes
      dangerouslySetInnerHTML={{ __html: RULES }}
    />
  );
}
