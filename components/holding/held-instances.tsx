import { Amount } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { TokenLabel } from '@/components/token/token-label';
import { TokenId } from '@/components/token-transfer/token-id';
import type { TokenInstance } from '@/lib/endpoints/token';
import { t } from '@/lib/language/t';
import { InstanceMedia } from '../token-instance/instance-media';
import { instanceName } from '../token-instance/instance-name';
import { HeldAt, HeldNote } from './held-at';

/** NFTs of several collections as cards. */
export function HeldInstances({ instances }: { instances: readonly TokenInstance[] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5">
      {instances.map((instance) => (
        <li
          key={`${instance.token?.address_hash} ${instance.id}`}
          className="min-w-0 overflow-hidden rounded-md border border-line bg-surface shadow-panel"
        >
          <Card instance={instance} />
        </li>
      ))}
    </ul>
  );
}

function Card({ instance }: { instance: TokenInstance }) {
  const { token, id } = instance;
  if (token === null) return <TokenId id={id} />;
  const name = instanceName(instance);
  return (
    <>
      <ChainLink
        to={`/token/${token.address_hash}/instance/${id}`}
        className="block text-ink hover:no-underline"
      >
        <InstanceMedia instance={instance} collection={token.address_hash} name="" />
        <span className="wrap-any block px-3 pt-2 text-sm">
          {name === undefined ? <TokenId id={id} /> : <bdi className="font-medium">{name}</bdi>}
        </span>
      </ChainLink>
      <p className="flex min-h-8 items-center justify-between gap-2 px-3 pb-2 text-xs">
        <span className="min-w-0 truncate">
          <TokenLabel token={token} />
        </span>
        <HeldAmount instance={instance} />
      </p>
    </>
  );
}

/** How many, unless there is only one, and the source where it is not a verified sum. */
function HeldAmount({ instance }: { instance: TokenInstance }) {
  const { value, transfers_sum: sum, balance_source: source } = instance;
  const amount = value ?? sum;
  const isOne = value === '1' && source !== 'balanceOf';
  if (amount === null || isOne) return null;
  return (
    <span className="whitespace-nowrap text-end text-soft">
      × <Amount value={BigInt(amount)} decimals={0} />
      {value === null ? <HeldNote>{t('net of indexed transfers')}</HeldNote> : <HeldAt balance={instance} />}
    </span>
  );
}
