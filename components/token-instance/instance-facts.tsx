import { AddressLabel } from '@/components/chain/address';
import { Unknown } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { CopyButton } from '@/components/ui/copy-button';
import { Panel, Row, Rows } from '@/components/ui/panel';
import type { Token, TokenInstance } from '@/lib/endpoints/token';
import { hasTrait } from '@/lib/evm/token-standards';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

type Props = {
  id: string;
  token: Token | undefined;
  collection: string;
  instance: TokenInstance | undefined;
  transfersCount: number;
};

/** Facts of an NFT; the transfer count is always shown, even if 0. */
export function InstanceFacts({ id, token, collection, instance, transfersCount }: Props) {
  return (
    <Panel title={t('Details')} id="facts" aside={token?.type ?? undefined}>
      <Rows>
        <Row label={t('Collection')}>
          <ChainLink to={`/token/${collection}`} className="font-medium">
            <bdi>{token?.name == null ? collection : displayText(token.name, 60)}</bdi>
          </ChainLink>
        </Row>
        <Row label={t('Token ID')}>
          <span className="mono">{id}</span> <CopyButton value={id} what={t('token ID')} />
        </Row>
        <Row label={t('Token ID (hex)')}>
          <span className="mono text-soft">0x{BigInt(id).toString(16)}</span>
        </Row>
        <Row label={t('Owner')} hint={t('Last recipient, for standards with a single owner')}>
          {instance?.owner == null ? (
            <Unknown text={explainMissingOwner(token)} />
          ) : (
            <AddressLabel address={instance.owner} withCopy />
          )}
        </Row>
        <Row
          label={t('Transfers')}
          hint={t('Transfer events of this NFT; a batch that lists it twice counts once')}
        >
          {transfersCount === 0 ? (
            <span className="text-soft">{t('No transfers indexed')}</span>
          ) : (
            <a href="#transfers" className="font-medium">
              {groupDigits(transfersCount)}
            </a>
          )}
        </Row>
      </Rows>
    </Panel>
  );
}

function explainMissingOwner(token: Token | undefined): string {
  const mayBeShared = hasTrait(token?.type, 'ids') && !hasTrait(token?.type, 'unique');
  return mayBeShared ? t('see its holders below') : t('unknown');
}
