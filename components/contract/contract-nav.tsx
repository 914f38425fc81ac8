import type { Contract } from '@/lib/endpoints/contract';
import { msg, t } from '@/lib/language/t';

/** The pages of a contract, by the last segment of their paths. */
const PAGES = [
  ['', msg('Source and ABI')],
  ['/read', msg('Read')],
  ['/write', msg('Write')],
  ['/bytecode', msg('Bytecode')],
] as const;

type PageOf = (typeof PAGES)[number][0];

/** Links between the pages of a contract; `path` is that of its first one. */
export function ContractNav(props: { path: string; current: PageOf; contract: Contract }) {
  const offered = PAGES.filter(([segment]) => segment !== '/bytecode' || hasCode(props.contract));
  return (
    <nav aria-label={t('Pages of this contract')} className="no-print">
      <ul className="flex flex-wrap gap-1 text-sm">
        {offered.map(([segment, title]) => (
          <li key={segment}>
            <a
              href={`${props.path}${segment}`}
              aria-current={segment === props.current ? 'page' : undefined}
              className="flex h-8 items-center rounded-sm border border-line px-2 sm:px-3 font-medium text-soft hover:bg-hover hover:no-underline aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:text-ink"
            >
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function hasCode({ deployed_bytecode: deployed, creation_bytecode: created }: Contract): boolean {
  return deployed !== null || created !== null;
}
