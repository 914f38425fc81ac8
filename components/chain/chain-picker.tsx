import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Pill } from '@/components/ui/pill';

type Chain = Readonly<{ id: string; name: string; symbol: string; isDemo: boolean }>;

/** The chains to choose from. */
export function ChainPicker({ chains }: { chains: readonly Chain[] }) {
  if (chains.length === 0) {
    return (
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <EmptyState icon="cube" title="No chain is served yet">
          The index knows no chain so far. Its operator names one by RPC_URL or CHAINS_FILE.
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface shadow-panel">
      {chains.map((chain) => (
        <li key={chain.id}>
          <a
            href={`/${chain.id}`}
            className="flex items-center gap-3 px-4 py-3 text-ink hover:bg-hover hover:no-underline"
          >
            <span className="min-w-0 truncate text-md font-medium">{chain.name}</span>
            {chain.isDemo && <Pill>demo</Pill>}
            <span className="ml-auto text-sm whitespace-nowrap text-faint">
              {chain.symbol} · chain {chain.id}
            </span>
            <Icon name="chevronRight" className="size-4 text-faint" />
          </a>
        </li>
      ))}
    </ul>
  );
}
