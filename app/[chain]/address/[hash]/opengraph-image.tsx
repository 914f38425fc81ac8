import { sendShareImage } from '@/app/share-image';
import { headingName, kindOfAddress } from '@/components/address/address-title';
import { EntityCard } from '@/components/layout/share-card';
import { formatAmount, parseInteger } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { findCounters, getPageAddress, type Params } from './load';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'An address: name, balance and number of transactions';

const WEI_DECIMALS = 18;

/** Open Graph image of an address. */
export default async function AddressImage({ params }: { params: Params }): Promise<Response> {
  const page = await getPageAddress(params);
  const { chain, address } = page;
  const { counters } = await findCounters(page);
  const balance = parseInteger(address.coin_balance);
  return sendShareImage((brand) => (
    <EntityCard
      brand={brand}
      chainName={chain.name}
      badges={[{ text: kindOfAddress(address).english }]}
      title={headingName(address) ?? shortenHash(address.hash)}
      subtitle={address.hash}
      facts={[
        ...(balance === undefined
          ? []
          : [{ label: 'Balance', value: `${formatAmount(balance, WEI_DECIMALS).text} ${chain.symbol}` }]),
        ...(counters === undefined
          ? []
          : [
              { label: 'Transactions', value: groupDigits(counters.transactions_count) },
              { label: 'Token transfers', value: groupDigits(counters.token_transfers_count) },
            ]),
      ]}
    />
  ));
}
