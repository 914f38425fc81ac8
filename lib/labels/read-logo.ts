import { open, realpath } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { join, sep } from 'node:path';
import { useAgent as agentOf } from 'request-filtering-agent';
import { AppError } from '@/lib/errors';
import { type ImageType, imageTypeOf } from '@/lib/image-type';

/** A picture as it is stored: PNG, JPEG, WebP or GIF. */
export type Logo = Readonly<{ bytes: Buffer; type: ImageType }>;

/** Where logos may come from: a folder, hosts of URLs, and the gateway that `ipfs:` URLs are fetched from. */
export type LogoSources = Readonly<{
  folder: string;
  hosts: readonly string[];
  ipfsUrl: string | undefined;
}>;

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

const AWAY = /^(E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)|UND_ERR|ABORT_ERR)/;

/**
 * Reads a logo: a file below the folder of the list, or a URL of a named host, which may lead to no internal address and
 * to no other URL. Throws an Error that says why there is none, an AppError `internal` that is retryable where the server is away.
 */
export async function readLogo(uri: string, sources: LogoSources): Promise<Logo> {
  const bytes = await readBytes(uri, sources);
  const type = imageTypeOf(bytes);
  if (type === undefined) throw new Error('not a PNG, JPEG, WebP or GIF image');
  return { bytes, type };
}

function readBytes(uri: string, { folder, hosts, ipfsUrl }: LogoSources): Promise<Buffer> {
  const path = /^ipfs:\/\/(?:ipfs\/)?([\w.~!$&'()*+,;=:@%/-]+)$/.exec(uri)?.[1];
  if (path !== undefined) {
    if (ipfsUrl === undefined) throw new Error('IPFS_URL is not set');
    if (path.split('/').includes('..')) throw new Error('not an IPFS URL');
    // The operator named the gateway, which may be within the own network.
    const [root, file] = [new URL(`${ipfsUrl}/ipfs/`), new URL(`${ipfsUrl}/ipfs/${path}`)];
    // dots that are written as %2e count as dots
    if (!file.pathname.startsWith(root.pathname)) throw new Error('not an IPFS URL');
    return fetchBytes(file, { isNamed: true });
  }
  if (!/^[a-z][a-z\d+.-]*:/i.test(uri)) return readFileBelow(folder, uri);
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new Error('its URL is not http or https');
  if (!hosts.includes(url.hostname)) throw new Error(`TOKEN_LOGO_HOSTS does not name ${url.hostname}`);
  return fetchBytes(url, { isNamed: false });
}

async function readFileBelow(folder: string, relative: string): Promise<Buffer> {
  const root = await realpath(folder);
  const path = await realpath(join(root, relative)).catch(() => undefined);
  if (path === undefined) throw new Error('no such file');
  if (!path.startsWith(root + sep)) throw new Error('outside the folder of the token list');
  const file = await open(path);
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new Error('not a file');
    if (info.size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Without `isNamed` the agent refuses internal addresses, of names that lead to them too, as it connects. */
async function fetchBytes(url: URL, { isNamed }: { isNamed: boolean }): Promise<Buffer> {
  const { get } = url.protocol === 'https:' ? https : http;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    get(url, { ...(!isNamed && { agent: agentOf(url.href) }), signal }, resolve).on('error', reject);
  }).catch((cause: Error) => {
    throw isAway(cause) ? away(cause.message, cause) : cause;
  });
  try {
    const { statusCode = 0 } = response;
    if (statusCode >= 500 || statusCode === 429) throw away(`the server answered ${statusCode}`);
    if (statusCode !== 200) throw new Error(`the server answered ${statusCode}`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}

const away = (message: string, cause?: unknown) =>
  new AppError('internal', message, { cause, retryable: true });

/** A refused address has a code of its own, or none. */
function isAway(error: Error): boolean {
  return (
    error.name === 'TimeoutError' ||
    error.name === 'AbortError' ||
    ('code' in error && AWAY.test(String(error.code)))
  );
}
