export function ChainNav({ chainId, label }: { chainId: string; label: string }) {
  return (
    <nav aria-label={label} className="no-print">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {LISTS.map(({ path, text }) => (
          <li key={path}>
            <a href={`/${chainId}${path}`} className="text-soft hover:text-ink">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const LISTS = [
  { path: '/blocks', text: 'Blocks' },
  { path: '/txs', text: 'Transactions' },
  { path: '/tokens', text: 'Tokens' },
  { path: '/stats', text: 'Statistics' },
] as const;
