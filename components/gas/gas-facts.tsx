import { GasPrice, Unknown } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import { rich } from '@/components/ui/rich';
import type { GasPrices } from '@/lib/endpoints/gas';
import { formatShare } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { pricePerGas, TIERS } from './price';

const TIER_TEXT = {
  slow: { label: msg('Slow'), percent: 25n },
  average: { label: msg('Average'), percent: 50n },
  fast: { label: msg('Fast'), percent: 90n },
} as const;

const shareOf = (tier: keyof typeof TIER_TEXT) => formatShare(TIER_TEXT[tier].percent, 100n);

/** What a unit of gas costs in the next block. */
export function GasFacts({ gas }: { gas: GasPrices }) {
  const { priority_fees: fees } = gas;
  return (
    <Facts className="grid-cols-2 lg:grid-cols-4">
      <BaseFee gas={gas} />
      {TIERS.map((tier) => (
        <Fact key={tier} label={t(TIER_TEXT[tier].label)}>
          <span className="text-lg font-semibold tracking-tight sm:text-xl">
            <GasPrice wei={pricePerGas(gas, tier)} isShort />
          </span>
          {fees && (
            <FactNote>
              {gas.base_fee_per_gas === null
                ? rich('{share} paid this or less', { share: shareOf(tier) })
                : rich('priority fee {gasPrice}: {share} paid this or less', {
                    gasPrice: <GasPrice wei={fees[tier]} isShort />,
                    share: shareOf(tier),
                  })}
            </FactNote>
          )}
        </Fact>
      ))}
    </Facts>
  );
}

function BaseFee({ gas }: { gas: GasPrices }) {
  const next = gas.next_base_fee_per_gas;
  const [latest] = gas.blocks;
  const isNext = next !== null;
  return (
    <Fact
      label={isNext ? t('Next base fee') : t('Base fee')}
      hint={t('Price per gas set by the protocol for a block; it is burnt')}
    >
      <span className="text-lg font-semibold tracking-tight sm:text-xl">
        {gas.base_fee_per_gas === null ? (
          <Unknown text={t('none')} />
        ) : (
          <GasPrice wei={next ?? gas.base_fee_per_gas} isShort />
        )}
      </span>
      {latest && (
        <FactNote>
          {isNext && (
            <>{rich('now {price}', { price: <GasPrice wei={gas.base_fee_per_gas} isShort /> })} · </>
          )}
          {rich('{block} {share} full', {
            block: <BlockLink height={latest.height} />,
            share: formatShare(BigInt(latest.gas_used), BigInt(latest.gas_limit)),
          })}
        </FactNote>
      )}
    </Fact>
  );
}
