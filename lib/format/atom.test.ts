import { expect, test } from 'vitest';
import { writeAtom } from './atom';

const PAGE = 'https://example.org/1/address/0xab';

test('a feed has its entries, everything escaped, and no character that XML forbids', () => {
  const entry = {
    url: `${PAGE}?a=1&b=2`,
    title: '<b>"x"</b> \u0000\ud800 ]]>',
    updated: '2026-01-02T03:04:05Z',
  };
  const text = writeAtom({ url: `${PAGE}/feed.atom`, page: PAGE, title: "A & 'B'", entries: [entry] });
  expect(text).toContain('<title>A &amp; &#39;B&#39;</title>\n<updated>2026-01-02T03:04:05Z</updated>');
  expect(text).toContain(`<entry><id>${PAGE}?a=1&amp;b=2</id>`);
  expect(text).toContain('<title>&lt;b&gt;&quot;x&quot;&lt;/b&gt; \ufffd\ufffd ]]&gt;</title>');
});

test('a feed without entries is valid, too', () => {
  const text = writeAtom({ url: `${PAGE}/feed.atom`, page: PAGE, title: '', entries: [] });
  expect(text).toContain('<updated>1970-01-01T00:00:00Z</updated>');
  expect(text).not.toContain('<entry>');
  const emptyAt = '2026-01-02T03:04:05Z';
  const dated = writeAtom({ url: `${PAGE}/feed.atom`, page: PAGE, title: '', entries: [], emptyAt });
  expect(dated).toContain(`<updated>${emptyAt}</updated>`);
});
