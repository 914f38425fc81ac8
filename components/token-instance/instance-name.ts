import type { TokenInstance } from '@/lib/endpoints/token';
import { shortenTokenId } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

/** Sanitized name from an NFT's metadata; undefined if none. */
export function instanceName(instance: Pick<TokenInstance, 'metadata'> | undefined): string | undefined {
  const name = instance?.metadata?.name;
  return typeof name === 'string' && name.trim() !== '' ? displayText(name, 80) : undefined;
}

/** Name of an NFT, otherwise its kind and token ID: its collection is shown next to it. */
export function instanceTitle(instance: Pick<TokenInstance, 'metadata'> | undefined, id: string): string {
  return instanceName(instance) ?? t('NFT #{id}', { id: shortenTokenId(id) });
}
