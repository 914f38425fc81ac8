import { type Msg, msg, t } from '@/lib/language/t';

type Props = {
  /** Chain of the lists; undefined for the default chain. */
  chainId: string | undefined;
  label: string;
  /** Path of the page, to mark its section. */
  path?: string | undefined;
  className?: string;
};

/** Links to the lists of a chain; the section of the page is marked. */
export function ChainNav({ chainId, label, path = '', className = 'flex-wrap gap-x-5 gap-y-1' }: Props) {
  const base = chainId === undefined ? '' : `/${chainId}`;
  return (
    <nav aria-label={label} className="no-print">
      <ul className={`flex ${className}`}>
        {SECTIONS.map((section) => (
          <li key={section.path}>
            <a
              href={`${base}${section.path}`}
              aria-current={currentOf(section, path.slice(base.length))}
              className="inline-flex min-h-6 items-center text-soft hover:text-ink decoration-accent decoration-2 underline-offset-8 aria-[current]:text-ink aria-[current]:underline"
            >
              {t(section.text)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Section = Readonly<{ path: string; one: string; text: Msg }>;

/** `one` is the path of the section's single things. */
const SECTIONS: readonly Section[] = [
  { path: '/blocks', one: '/block/', text: msg('Blocks') },
  { path: '/txs', one: '/tx/', text: msg('Transactions') },
  { path: '/tokens', one: '/token/', text: msg('Tokens') },
  { path: '/gas', one: '/gas/', text: msg('Gas') },
  { path: '/stats', one: '/stats/', text: msg('Statistics') },
];

function currentOf({ path, one }: Section, here: string): 'page' | 'true' | undefined {
  if (here === path) return 'page';
  return here.startsWith(one) ? 'true' : undefined;
}
