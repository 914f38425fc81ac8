import { imageSize } from 'image-size';

/** Decoded, a pixel takes four bytes, whatever the file takes. */
const MAX_PIXELS = 4_096 * 4_096;
const TYPES: ReadonlySet<string | undefined> = new Set(['png', 'gif', 'webp', 'jpg', 'avif']);

/** Whether a raster image is small enough to be decoded, by the size that its header says. */
export function isDrawableRaster(bytes: Buffer): boolean {
  try {
    const { width, height, type } = imageSize(bytes);
    return TYPES.has(type) && width * height <= MAX_PIXELS;
  } catch {
    return false;
  }
}
