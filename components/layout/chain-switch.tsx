import { Icon } from '@/components/ui/icon';
import { t } from '@/lib/language/t';

export type ShownChain = Readonly<{ id: string; name: string }>;

/** Link to the chain's home, with a menu if there are other chains. */
export function ChainSwitch({ chain, chains }: { chain: ShownChain; chains: readonly ShownChain[] }) {
  return (
    <div className="flex min-w-0 items-center md:max-w-48">
      <a
        href={`/${chain.id}`}
        className="truncate font-medium text-ink"
        title={t('Chain {id}', { id: chain.id })}
      >
        {chain.name}
      </a>
      {chains.length > 1 && (
        <details data-menu="" className="relative shrink-0">
          <summary
            aria-label={t('Other chains')}
            className="grid h-9 w-7 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
          >
            <Icon name="chevronRight" className="size-3.5 rotate-90" />
          </summary>
          <ul className="absolute top-full start-0 z-20 mt-1 max-h-96 w-60 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-panel max-sm:-start-24">
            {chains.map((other) => (
              <li key={other.id}>
                <a
                  href={`/${other.id}`}
                  aria-current={other.id === chain.id ? 'true' : undefined}
                  className="flex h-9 items-center gap-2 rounded-sm px-2 text-soft hover:bg-hover hover:text-ink hover:no-underline aria-[current=true]:bg-sunken aria-[current=true]:font-medium aria-[current=true]:text-ink"
                >
                  <span className="min-w-0 truncate">{other.name}</span>
                  <span className="ms-auto text-xs text-faint">{other.id}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
