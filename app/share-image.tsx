import { ImageResponse } from 'next/og';
import type { ReactElement } from 'react';
import { CARD, type CardBrand } from '@/components/layout/share-card';
import { createRequestLimit } from './limit-requests';
import { readConfig } from './read-config';

/** Size of an Open Graph image in pixels. */
const SHARE_SIZE = { width: 1200, height: 630 };
/** Seconds for which an image is kept: figures change, and a reorganization may replace a block. */
export const SHARE_SECONDS = 3_600;

/** Rendering is CPU-bound, so it is rate-limited per client. */
const isWithinLimit = createRequestLimit({ requests: 30, seconds: 60 });

/** The library draws no WebP. */
const DRAWN = ['image/png', 'image/svg+xml'];

/** Draws a card of the site's brand as PNG; 429 for too many requests. */
export async function sendShareImage(
  draw: (brand: CardBrand) => ReactElement,
  seconds = SHARE_SECONDS,
): Promise<Response> {
  if (!(await isWithinLimit())) return new Response(null, { status: 429, headers: { 'retry-after': '60' } });
  return new ImageResponse(draw(cardBrand()), {
    ...SHARE_SIZE,
    headers: { 'cache-control': `public, max-age=${seconds}` },
  });
}

function cardBrand(): CardBrand {
  const { name, logo, colors } = readConfig().brand;
  const isDrawn = logo !== undefined && DRAWN.includes(logo.type);
  return {
    name,
    logo: isDrawn ? `data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}` : undefined,
    accent: colors?.dark.accent ?? CARD.accent,
  };
}
