import { AddressLabel } from '@/components/chain/address';
import { ChainLink } from '@/components/chain/chain-link';
import { TokenId } from '@/components/token-transfer/token-id';
import { Markup } from '@/components/ui/markup';
import type { TokenInstance } from '@/lib/endpoints/token';
import { t } from '@/lib/language/t';
import { InstanceMedia, onChainImage } from './instance-media';
import { instanceName } from './instance-name';

/** Characters of all pictures in the page itself; those beyond are loaded when they come into view. */
const MAX_INLINE = 60_000;

/** NFTs of a collection as cards; `path` is that of its page. */
export function InstanceGrid(props: {
  collection: string;
  path: string;
  instances: readonly TokenInstance[];
}) {
  const inline = chooseInline(props.instances);
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
            <InstanceMedia
              instance={instance}
              collection={props.collection}
              name=""
              src={inline.has(instance.id) ? undefined : `${props.path}/instance/${instance.id}/picture`}
            />
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
              <span className="text-faint">{t('several holders or none')}</span>
            ) : (
              <AddressLabel address={instance.owner} />
            )}
          </p>
        </li>
      ))}
    </Markup>
  );
}

/** The first NFTs whose pictures together are small enough for the page. */
function chooseInline(instances: readonly TokenInstance[]): ReadonlySet<string> {
  let left = MAX_INLINE;
  const fitting = instances.filter((instance) => {
    left -= onChainImage(instance)?.length ?? 0;
    return left >= 0;
  });
  return new Set(fitting.map(({ id }) => id));
}
