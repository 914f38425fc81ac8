import { AddressLabel } from '@/components/chain/address';
import { ChainLink } from '@/components/chain/chain-link';
import { TokenId } from '@/components/token-transfer/transfer-amount';
import { Markup } from '@/components/ui/markup';
import type { TokenInstance } from '@/lib/endpoints/token';
import { InstanceMedia } from './instance-media';
import { instanceName } from './instance-name';

/** NFTs of a collection as cards. */
export function InstanceGrid(props: { collection: string; instances: readonly TokenInstance[] }) {
  return (
    <Markup
      tag="ul"
      attributes={{ className: 'grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5' }}
    >
      {props.instances.map((instance) => (
        <li
          key={instance.id}
          className="min-w-0 overflow-hidden rounded-md border border-line bg-surface shadow-panel"
        >
          <ChainLink
            to={`/token/${props.collection}/instance/${instance.id}`}
            className="block text-ink hover:no-underline"
          >
            <InstanceMedia instance={instance} collection={props.collection} name="" />
            <span className="wrap-any block px-3 pt-2 text-sm">
              {instanceName(instance) === undefined ? (
                <TokenId id={instance.id} />
              ) : (
                <bdi className="font-medium">{instanceName(instance)}</bdi>
              )}
            </span>
          </ChainLink>
          <p className="min-h-8 px-3 pb-2 text-xs">
            {instance.owner === null ? (
              <span className="text-faint">several holders or none</span>
            ) : (
              <AddressLabel address={instance.owner} />
            )}
          </p>
        </li>
      ))}
    </Markup>
  );
}
