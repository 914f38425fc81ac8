import { AccessListSize } from '@/components/access-list/access-list-size';
import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount, GasPrice, Unknown } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import { Meter } from '@/components/ui/meter';
import { rich } from '@/components/ui/rich';
import type { Block } from '@/lib/endpoints/block';
import { parseInteger } from '@/lib/format/amount';
import { formatShare, groupDigits, perMille } from '@/lib/format/number';
import { formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';

export function BlockFacts({ block, symbol }: { block: Block; symbol: string }) {
  const { token_transfers_count: transfers } = block;
  return (
    <Facts className="grid-cols-2 md:grid-cols-4">
      <Fact label={t('Time')}>
        <Age timestamp={block.timestamp} />
        <FactNote>
          {formatUtc(block.timestamp)}
          {block.slot_number !== null && <> · {t('slot {slot}', { slot: groupDigits(block.slot_number) })}</>}
        </FactNote>
      </Fact>
      <Fact label={t('Transactions')}>
        <a href="#transactions" className="text-ink">
          {groupDigits(block.transactions_count)}
        </a>
        <FactNote>
          {transfers !== null &&
            t('{count, plural, one {# token transfer} other {# token transfers}}', { count: transfers })}
          {block.withdrawals_count !== null &&
            block.withdrawals_count > 0 &&
            ` · ${t('{count, plural, one {# withdrawal} other {# withdrawals}}', { count: block.withdrawals_count })}`}
        </FactNote>
      </Fact>
      <Fact
        label={t('Fee recipient')}
        hint={t('Receives the priority fees of this block')}
        className="col-span-2 max-md:order-last"
      >
        <AddressLabel address={block.miner} withCopy />
      </Fact>
      <Fact label={t('Gas used')} className="max-md:col-span-2">
        <GasUse block={block} />
      </Fact>
      <Fact
        label={t('Base fee')}
        hint={t('Price per gas set by the protocol for this block; it is burnt')}
        className="max-md:col-span-2"
      >
        {block.base_fee_per_gas === null ? (
          <Unknown text={t('none')} />
        ) : (
          <GasPrice wei={block.base_fee_per_gas} />
        )}
        <FactNote>{targetText(block)}</FactNote>
      </Fact>
      <Fact
        label={t('Transaction fees')}
        hint={t('Gas fees of all transactions of this block, without fees for blobs')}
        className="col-span-2"
      >
        <CoinAmount wei={block.transaction_fees} symbol={symbol} />
        <FeeSplit block={block} symbol={symbol} />
      </Fact>
      {block.access_list !== null && (
        <Fact label={t('Recent state without a trace')} className="col-span-2 md:col-span-4">
          <ChainLink to={`/block/${block.height}/access-list`} className="text-sm">
            <AccessListSize size={block.access_list} />
          </ChainLink>
          <FactNote>{describeState(block)}</FactNote>
        </Fact>
      )}
    </Facts>
  );
}

function describeState({ proof }: Block): string {
  return proof?.status === 'proven'
    ? t(
        'What each transaction changed in balances, nonces, code and storage, proven by the hash in the header.',
      )
    : t('What each transaction changed in balances, nonces, code and storage. The block is not proven.');
}

function GasUse({ block }: { block: Block }) {
  const used = BigInt(block.gas_used);
  const limit = BigInt(block.gas_limit);
  const share = formatShare(used, limit);
  return (
    <>
      {groupDigits(used)}
      <Meter
        className="mt-1.5 mb-1"
        label={t('{share} of the gas limit used', { share })}
        stretches={[{ perMille: perMille(used, limit), className: 'fill-accent' }]}
      />
      <FactNote>{rich('{share} of {limit}', { share, limit: groupDigits(limit) })}</FactNote>
    </>
  );
}

function targetText(block: Block): string {
  if (block.base_fee_per_gas === null) return t('before EIP-1559');
  const distance = Math.round(block.gas_target_percentage);
  if (distance === 0) return t('gas on target: next base fee unchanged');
  const share = formatShare(BigInt(Math.abs(distance)), 100n);
  return distance > 0
    ? t('gas {share} above target: next base fee rises', { share })
    : t('gas {share} below target: next base fee falls', { share });
}

function FeeSplit({ block, symbol }: { block: Block; symbol: string }) {
  const burnt = parseInteger(block.burnt_fees);
  const priority = parseInteger(block.priority_fee);
  if (burnt === undefined || priority === undefined || burnt + priority <= 0n) return null;
  const share = perMille(burnt, burnt + priority);
  return (
    <>
      <Meter
        className="mt-1.5 mb-1"
        label={t('{share} of the fees were burnt, the rest are priority fees', {
          share: formatShare(burnt, burnt + priority),
        })}
        stretches={[
          { perMille: share, className: 'fill-burnt' },
          { perMille: 1000 - share, className: 'fill-ok' },
        ]}
      />
      <FactNote>
        <span className="flex flex-wrap justify-between gap-x-3">
          <span>
            {rich('burnt {amount}', {
              amount: <CoinAmount wei={block.burnt_fees} symbol={symbol} />,
            })}
          </span>
          <span>
            {rich('priority fees {amount}', {
              amount: <CoinAmount wei={block.priority_fee} symbol={symbol} />,
            })}
          </span>
        </span>
      </FactNote>
    </>
  );
}
