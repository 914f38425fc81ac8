import type { IconName } from '@/components/ui/icon';
import { Pill, type Tone } from '@/components/ui/pill';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { type Msg, msg, t } from '@/lib/language/t';

const KINDS: Readonly<Record<TokenTransfer['type'], { text: Msg; tone: Tone; icon: IconName }>> = {
  token_transfer: { text: msg('Transfer'), tone: 'neutral', icon: 'arrowRight' },
  token_minting: { text: msg('Mint'), tone: 'ok', icon: 'plus' },
  token_burning: { text: msg('Burn'), tone: 'error', icon: 'flame' },
  token_spawning: { text: msg('Create'), tone: 'accent', icon: 'plus' },
};

const WRAPS: Partial<typeof KINDS> = {
  token_minting: { text: msg('Wrap'), tone: 'neutral', icon: 'plus' },
  token_burning: { text: msg('Unwrap'), tone: 'neutral', icon: 'minus' },
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
        title={t('A zero-value transfer that its sender did not sign, as in address poisoning')}
      >
        {t('Zero value')}
      </Pill>
    );
  const { text, tone, icon } = (isWrap ? WRAPS[type] : undefined) ?? KINDS[type];
  return (
    <Pill tone={tone} icon={icon}>
      {t(text)}
    </Pill>
  );
}
