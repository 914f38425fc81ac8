import { describeLateHead, usualBlockMs } from '@/components/chain/chain-health';
import { ChainLink } from '@/components/chain/chain-link';
import { RateLine } from '@/components/chain/worth';
import { ActionCosts } from '@/components/gas/action-costs';
import { BaseFeeChart } from '@/components/gas/base-fee-chart';
import { GasConsumers } from '@/components/gas/gas-consumers';
import { GasFacts } from '@/components/gas/gas-facts';
import { PageCall } from '@/components/layout/page-call';
import { PageHeader } from '@/components/layout/page-header';
import { LiveHead } from '@/components/live/live-head';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { callExtra, callPath } from '@/lib/client/call';
import { type GasPrices, getGasPrices } from '@/lib/endpoints/gas';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { describeChainPage, getChainPage } from '../chain-page';

type Props = { params: Promise<{ chain: string }> };

export const generateMetadata = describeChainPage('gas', {
  title: msg('Gas on {name}'),
  description: msg(
    'Current gas prices on {name}: the next base fee, priority fees, and the fees of common transactions.',
  ),
});

/** What gas costs now, and who uses it. */
export default async function GasPage({ params }: Props) {
  const { chain, where } = await getChainPage(params, 'gas');
  const gas = await callExtra(getGasPrices, where);
  return (
    <div className="flex flex-col gap-4">
      <PageCall path={callPath(getGasPrices, where)} />
      <PageHeader
        title={t('Gas')}
        about={gas === undefined ? chain.name : describeSample(gas)}
        aside={gas && <Liveness chainId={chain.id} gas={gas} />}
      />
      {gas === undefined ? (
        <EmptyState icon="none" title={t('No gas prices')}>
          {t('No block is indexed yet, or this site shows data from a service without gas prices.')}
        </EmptyState>
      ) : (
        <GasPanels gas={gas} symbol={chain.symbol} />
      )}
    </div>
  );
}

function Liveness({ chainId, gas }: { chainId: string; gas: GasPrices }) {
  const { block_number: indexed, timestamp } = gas;
  const shown = { indexed, head: null, timestamp, usualMs: usualBlockMs(gas.blocks) };
  return <LiveHead chainId={chainId} shown={shown} late={describeLateHead(shown, Date.now())} />;
}

function GasPanels({ gas, symbol }: { gas: GasPrices; symbol: string }) {
  const sample = t('{count, plural, one {# block} other {# blocks}}', { count: gas.sampled_blocks });
  return (
    <>
      <GasFacts gas={gas} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {gas.actions.length > 0 && (
          <Panel
            title={t('Transaction fees of common actions')}
            id="actions"
            aside={t('gas of the latest {sample}', { sample })}
          >
            <ActionCosts gas={gas} symbol={symbol} />
            {gas.exchange_rate !== null && (
              <p className="border-t border-line px-4 py-2 text-xs text-soft">
                <RateLine
                  rate={{ rate: gas.exchange_rate, source: gas.exchange_rate_source }}
                  symbol={symbol}
                />
              </p>
            )}
          </Panel>
        )}
        {gas.base_fee_per_gas !== null && gas.blocks.length > 1 && (
          <Panel
            title={t('Base fee')}
            id="base-fee"
            aside={<ChainLink to="/stats/averageGasPrice">{t('Average gas price by day')}</ChainLink>}
          >
            <BaseFeeChart blocks={gas.blocks} />
          </Panel>
        )}
      </div>
      {gas.consumers.length > 0 && (
        <Panel title={t('Top gas users')} id="consumers" aside={t('of the latest {sample}', { sample })}>
          <GasConsumers gas={gas} />
        </Panel>
      )}
    </>
  );
}

function describeSample(gas: GasPrices): string {
  const oldest = gas.blocks[gas.sampled_blocks - 1]?.height ?? gas.block_number;
  return t(
    'From {count, plural, one {# transaction} other {# transactions}} in blocks #{oldest} to #{blockNumber}',
    {
      count: gas.sampled_transactions,
      oldest: groupDigits(oldest),
      blockNumber: groupDigits(gas.block_number),
    },
  );
}
