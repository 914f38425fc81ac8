import { expect, test } from './site';

const PNG_WIDTH_OFFSET = 16;

test('a shared link has a picture, a sentence and a canonical address', async ({ request, txPath, site }) => {
  const path = txPath('FHE medley');
  for (const [tab, title] of Object.entries({ '': 'Transaction', '/fhe': 'FHE operations of transaction' })) {
    const html = await (await request.get(`${path}${tab}`)).text();
    const content = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    expect(content('og:title')).toContain(title);
    expect(content('description')).toContain('31 FHE operations');
    expect(content('twitter:card')).toBe('summary_large_image');
    expect(content('twitter:data1')).toBe('Success');
    expect(html).toContain(`<link rel="canonical" href="${site.url}${path}${tab}"`);
    const image = new URL(content('og:image') ?? '');
    expect(image.pathname).toBe(`${path}/opengraph-image`);
  }
});

test('the picture is drawn for whatever strangers wrote, and not for what is not there', async ({
  request,
  txPath,
  site,
}) => {
  for (const name of [
    'FHE medley',
    'transfer of Right-to-left token',
    'revert with markup',
    'contract creation',
  ]) {
    const answer = await request.get(`${txPath(name)}/opengraph-image`);
    expect(answer.status(), name).toBe(200);
    expect(answer.headers()['content-type'], name).toBe('image/png');
    expect(answer.headers()['cache-control'], name).toBe('public, max-age=3600');
    const png = await answer.body();
    expect([png.readUInt32BE(PNG_WIDTH_OFFSET), png.readUInt32BE(PNG_WIDTH_OFFSET + 4)]).toEqual([1200, 630]);
    expect(png.length, name).toBeLessThan(300_000);
  }
  const unknown = await request.get(`/${site.chainId}/tx/0x${'ab'.repeat(32)}/opengraph-image`);
  expect(unknown.status()).toBe(404);
});
