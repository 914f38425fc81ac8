import { withQuery } from '@/lib/format/link';
import { buildTree, type Folder, type SourceText } from '@/lib/format/source-tree';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

const MAX_FILES = 500;

type TreeLocation = Readonly<{ current: string; path: string }>;

/** The files of a contract as a tree of links, which scrolls by itself if there are many. */
export function SourceTree({ files, ...where }: TreeLocation & { files: readonly SourceText[] }) {
  const paths = files.map(({ path }) => path);
  if (paths.length < 2) return <div className="hidden border-e border-line lg:block" />;
  const tree = buildTree(paths.slice(0, MAX_FILES));
  return (
    <nav
      aria-label={t('Files of the contract')}
      className="min-w-0 border-b border-line py-2 text-sm max-h-80 overflow-auto lg:max-h-[44rem] lg:border-e lg:border-b-0"
    >
      <details open>
        <summary className="px-4 py-1 font-medium hover:bg-hover">
          {t('{count, plural, one {# file} other {# files}}', { count: paths.length })}
        </summary>
        <ul className="px-4">
          <Inside folder={tree} where={where} />
        </ul>
      </details>
      {paths.length > MAX_FILES && (
        <p className="px-4 pt-1 text-xs text-faint">
          {t('{count, plural, one {# more file} other {# more files}}: search in them, or download all.', {
            count: paths.length - MAX_FILES,
          })}
        </p>
      )}
    </nav>
  );
}

function Inside({ folder, where }: { folder: Folder; where: TreeLocation }) {
  const { name, folders, files } = folder;
  const inside = (
    <>
      {folders.map((one) => (
        <Inside key={one.name} folder={one} where={where} />
      ))}
      {files.map((path) => (
        <li key={path} className="wrap-any">
          <a
            href={`${withQuery(where.path, { file: path })}#sources`}
            aria-current={path === where.current ? 'true' : undefined}
            className="block rounded-xs px-1.5 py-0.5 aria-[current]:bg-accent-wash aria-[current]:font-medium"
          >
            <bdi>{displayText(path.slice(path.lastIndexOf('/') + 1) || path, 80)}</bdi>
          </a>
        </li>
      ))}
    </>
  );
  if (name === '') return inside;
  return (
    <li>
      <span className="wrap-any block px-1.5 py-0.5 text-soft">
        <bdi>{displayText(name, 80)}/</bdi>
      </span>
      <ul className="ms-1.5 border-s border-line ps-2">{inside}</ul>
    </li>
  );
}
