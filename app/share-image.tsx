import { ImageResponse } from 'next/og';
import type { ReactElement } from 'react';
import { createRequestLimit } from './limit-requests';

/** Size of an Open Graph image in pixels. */
const SHARE_SIZE = { width: 1200, height: 630 };
/** Seconds for which an image is kept: figures change, and a reorganization may replace a block. */
export const SHARE_SECONDS = 3_600;

/** Rendering is CPU-bound, so it is rate-limited per client. */
const isWithinLimit = createRequestLimit({ requests: 30, seconds: 60 });

/** Draws a card as PNG; 429 for a client that asks for too many. */
export async function sendShareImage(card: ReactElement, seconds = SHARE_SECONDS): Promise<Response> {
  if (!(await isWithinLimit())) return new Response(null, { status: 429, headers: { 'retry-after': '60' } });
  return new ImageResponse(card, {
    ...SHARE_SIZE,
    headers: { 'cache-control': `public, max-age=${seconds}` },
  });
}
