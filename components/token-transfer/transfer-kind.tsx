import type { IconName } from '@/components/ui/icon';
import { Pill, type Tone } from '@/components/ui/pill';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';

const KINDS: Readonly<Record<TokenTransfer['type'], { text: string; tone: Tone; icon: IconName }>> = {
  token_transfer: { text: 'Transfer', tone: 'neutral', icon: 'arrowRight' },
  token_minting: { text: 'Mint', tone: 'ok', icon: 'plus' },
  token_burning: { text: 'Burn', tone: 'error', icon: 'flame' },
  token_spawning: { text: 'Create', tone: 'accent', icon: 'plus' },
};

/** Transfer, mint or burn. */
export function TransferKind({ type }: { type: TokenTransfer['type'] }) {
  const { text, tone, icon } = KINDS[type];
  return (
    <Pill tone={tone} icon={icon}>
      {text}
    </Pill>
  );
}
