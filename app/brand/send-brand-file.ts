type BrandFile = { body: string | Uint8Array<ArrayBuffer>; type: string };

/** A file of the operator's brand, kept by browsers where the URL carries its version. Opened alone it runs nothing. */
export function sendBrandFile(request: Request, file: BrandFile | undefined): Response {
  if (file === undefined) return new Response('Not found\n', { status: 404 });
  const isVersioned = new URL(request.url).searchParams.has('v');
  return new Response(file.body, {
    headers: {
      'content-type': file.type,
      'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  });
}
