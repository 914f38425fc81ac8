import { Icon } from '@/components/ui/icon';
import { Meter } from '@/components/ui/meter';
import { Panel } from '@/components/ui/panel';
import type { NftTrait } from '@/lib/endpoints/nft-trait';
import { formatTenths, groupDigits, perMille } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

const SHOWN_VALUES = 8;

type Props = {
  traits: Readonly<{
    items: readonly NftTrait[];
    traits_count: number;
    nfts_count: number;
    is_complete: boolean;
  }>;
};

/** Traits of a collection and how many of its NFTs have them; nothing where no metadata has any. */
export function TraitsPanel({ traits }: Props) {
  const { items, traits_count: count, nfts_count: nfts, is_complete: isComplete } = traits;
  if (items.length === 0) return null;
  return (
    <Panel
      title={t('Traits')}
      id="traits"
      aside={t('{count, plural, one {# trait} other {# traits}}', { count })}
    >
      <ul className="grid items-start gap-x-6 gap-y-4 px-4 py-3 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((trait) => (
          <li key={trait.name} className="min-w-0">
            <Trait trait={trait} nfts={nfts} />
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {count > items.length && `${t('The {count} most frequent traits.', { count: items.length })} `}
        {isComplete
          ? t('Based on the metadata of all {count, plural, one {# NFT} other {# NFTs}}.', { count: nfts })
          : t('Based on the {count, plural, one {# NFT} other {# NFTs}} whose metadata was read.', {
              count: nfts,
            })}
      </p>
    </Panel>
  );
}

function Trait({ trait, nfts }: { trait: NftTrait; nfts: number }) {
  const shown = trait.values.slice(0, SHOWN_VALUES);
  const more = trait.values.slice(SHOWN_VALUES);
  const hidden = trait.values_count - trait.values.length;
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 text-sm font-medium">
        <bdi className="wrap-any">{displayText(trait.name, 60)}</bdi>
        <span className="text-xs font-normal text-faint">
          {t('{count, plural, one {# value} other {# values}}', { count: trait.values_count })}
        </span>
      </p>
      <Values values={shown} nfts={nfts} />
      {more.length > 0 && (
        <details className="text-sm">
          <summary className="flex min-h-6 items-center gap-1 text-soft hover:text-ink">
            <Icon name="chevronRight" className="chevron size-3" />
            {t('{count} more', { count: groupDigits(more.length) })}
          </summary>
          <Values values={more} nfts={nfts} />
          {hidden > 0 && (
            <p className="text-xs text-faint">
              {t('and {count, plural, one {# rarer one} other {# rarer ones}}', { count: hidden })}
            </p>
          )}
        </details>
      )}
    </>
  );
}

function Values({ values, nfts }: { values: NftTrait['values']; nfts: number }) {
  return (
    <ul className="text-sm">
      {values.map(({ value, nfts_count: count }) => {
        const share = formatTenths(BigInt(count), BigInt(nfts));
        return (
          <li key={value} className="grid grid-cols-[minmax(0,1fr)_4rem_6rem] items-center gap-3 py-0.5">
            <bdi className="wrap-any text-soft">{displayText(value, 60)}</bdi>
            <Meter
              label={t('{share} of the NFTs', { share })}
              stretches={[{ perMille: perMille(BigInt(count), BigInt(nfts)), className: 'fill-accent' }]}
            />
            <span className="text-end whitespace-nowrap">
              {groupDigits(count)}
              <span className="ms-2 inline-block w-10 text-xs text-faint">{share}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
