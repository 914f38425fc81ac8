import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import type { Imitated } from '@/lib/endpoints/address-mention';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { ChainLink } from './chain-link';
import { NameWarning } from './deceptive-letters';

type Props = { imitated: Imitated | undefined };

/** Marks a name that looks like a known one of another address; renders nothing for others. */
export function ImitationMark({ imitated }: Props) {
  if (imitated === undefined) return null;
  const text = t('Looks like “{name}”, the name of another address: {addressHash}', {
    name: displayText(imitated.name, 40),
    addressHash: shortenHash(imitated.address_hash),
  });
  return <NameWarning text={text} />;
}

/** The warning on the page of what bears such a name. */
export function ImitationNotice({ imitated }: Props) {
  if (imitated === undefined) return null;
  return (
    <Notice tone="error" icon="alert" title={t('The name of this address looks like that of another')}>
      {rich(
        '“{name}” is the name of {address}. Anyone can choose the name of a contract: compare the addresses before you use one.',
        {
          name: <bdi>{displayText(imitated.name, 60)}</bdi>,
          address: (
            <ChainLink to={`/address/${imitated.address_hash}`} className="mono wrap-any">
              {imitated.address_hash}
            </ChainLink>
          ),
        },
      )}
    </Notice>
  );
}
