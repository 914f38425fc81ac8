import type { IconName } from '@/components/ui/icon';
import { Pill, type Tone } from '@/components/ui/pill';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';

const KINDS: Readonly<Record<TokenTransfer['type'], { text: string; tone: Tone; icon: IconName }>> = {
  token_transfer: { text: 'Transfer', tone: 'neutral', icon: 'arrowRight' },
  token_minting: { text: 'Mint', tone: 'ok', icon: 'plus' },
  token_burning: { text: 'Burn', tone: 'error', icon: 'flame' },
  token_spawning: { text: 'Create', tone: 'accent', icon: 'plus' },
};

const WRAPS: Partial<typeof KINDS> = {
  token_minting: { text: 'Wrap', tone: 'neutral', icon: 'plus' },
  token_burning: { text: 'Unwrap', tone: 'neutral', icon: 'arrowRight' },
};

type Props = { transfer: Pick<TokenTransfer, 'type' | 'is_wrap' | 'is_unsigned_zero'> };

/** Transfer, mint or burn; a deposit or withdrawal of a wrapped coin is neither. */
export function TransferKind({ transfer }: Props) {
  const { type, is_wrap: isWrap, is_unsigned_zero: isUnsignedZero } = transfer;
  if (isUnsignedZero)
    return (
      <Pill
        tone="pending"
        icon="alert"
        title="A zero-value transfer that its sender did not sign, as in address poisoning"
      >
        Zero value
      </Pill>
    );
  const { text, tone, icon } = (isWrap ? WRAPS[type] : undefined) ?? KINDS[type];
  return (
    <Pill tone={tone} icon={icon}>
      {text}
    </Pill>
  );
}
