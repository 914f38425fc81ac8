import { GasPrice, Unknown } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import type { GasPrices } from '@/lib/endpoints/gas';
import { formatPercent } from '@/lib/format/number';
import { pricePerGas, TIERS } from './price';

const TIER_TEXT = {
  slow: { label: 'Slow', paid: 'a quarter paid' },
  average: { label: 'Average', paid: 'half paid' },
  fast: { label: 'Fast', paid: 'nine tenths paid' },
} as const;

/** What a unit of gas costs in the next block. */
export function GasFacts({ gas }: { gas: GasPrices }) {
  const { priority_fees: fees } = gas;
  return (
    <Facts className="grid-cols-2 lg:grid-cols-4">
      <BaseFee gas={gas} />
      {TIERS.map((tier) => (
        <Fact key={tier} label={TIER_TEXT[tier].label}>
          <span className="text-lg font-semibold tracking-tight sm:text-xl">
            <GasPrice wei={pricePerGas(gas, tier)} isShort />
          </span>
          {fees && (
            <FactNote>
              {gas.base_fee_per_gas === null ? (
                <>{TIER_TEXT[tier].paid} no more</>
              ) : (
                <>
                  priority fee <GasPrice wei={fees[tier]} isShort />: {TIER_TEXT[tier].paid} no more
                </>
              )}
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
      label={isNext ? 'Next base fee' : 'Base fee'}
      hint="Price per gas set by the protocol for a block; it is burnt"
    >
      <span className="text-lg font-semibold tracking-tight sm:text-xl">
        {gas.base_fee_per_gas === null ? (
          <Unknown text="none" />
        ) : (
          <GasPrice wei={next ?? gas.base_fee_per_gas} isShort />
        )}
      </span>
      {latest && (
        <FactNote>
          {isNext && (
            <>
              now <GasPrice wei={gas.base_fee_per_gas} isShort />
              {' · '}
            </>
          )}
          <BlockLink height={latest.height} />{' '}
          {formatPercent(BigInt(latest.gas_used), BigInt(latest.gas_limit)) ?? '0%'} full
        </FactNote>
      )}
    </Fact>
  );
}
