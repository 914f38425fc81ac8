import type { TokenInstance } from '@/lib/endpoints/token';
import { shortenTokenId } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';

/** What the metadata calls an NFT, bounded and defused; undefined when it names none. */
export function instanceName(instance: Pick<TokenInstance, 'metadata'> | undefined): string | undefined {
  const name = instance?.metadata?.name;
  return typeof name === 'string' && name.trim() !== '' ? displayText(name, 80) : undefined;
}

/** An NFT in a title: its name, else its id. */
export function instanceTitle(instance: Pick<TokenInstance, 'metadata'> | undefined, id: string): string {
  return instanceName(instance) ?? `#${shortenTokenId(id)}`;
}
