import { AppError } from '@/lib/errors';
import { t } from '@/lib/language/t';
import { noteApiAway } from '@/lib/request-scope';

/** Reads the body up to `maxBytes`. Throws AppError `api_answer` if longer, `api_unreachable` if interrupted. */
export async function readBounded(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  const reader = response.body.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      size += step.value.byteLength;
      if (size > maxBytes) throw tooLong(maxBytes);
      parts.push(decoder.decode(step.value, { stream: true }));
    }
  } catch (cause) {
    await reader.cancel().catch(() => undefined);
    if (cause instanceof AppError) throw cause;
    noteApiAway();
    throw new AppError('api_unreachable', 'API response was truncated', {
      cause,
      publicMessage: t('The API closed the connection in the middle of its response: try again.'),
    });
  }
  return parts.join('') + decoder.decode();
}

function tooLong(maxBytes: number): AppError {
  return new AppError('api_answer', `API response exceeds ${maxBytes} bytes`, {
    publicMessage: t('There is more data than this page can show. Use the API to get all of it.'),
  });
}
