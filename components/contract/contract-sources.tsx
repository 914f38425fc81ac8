import { Panel } from '@/components/ui/panel';
import type { Contract } from '@/lib/endpoints/contract';
import { withQuery } from '@/lib/format/link';
import type { SourceText } from '@/lib/format/source-tree';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { FoundLines } from './found-lines';
import { SourceLines } from './source-lines';
import { SourceTree } from './source-tree';

/** The query of the URL: a file by its path, a line in it, a text to search for. */
export type SourceQuery = Readonly<Record<string, string | string[] | undefined>>;

const FIELD = 'h-8 min-w-0 rounded-sm border border-edge bg-surface px-2 text-ink';
const BUTTON = 'h-8 rounded-sm border border-edge bg-surface px-3 font-medium hover:bg-hover';

/** All files of verified sources, the contract's own first. */
export function listSources({
  source_code: code,
  file_path: path,
  additional_sources,
}: Contract): SourceText[] {
  if (code === null) return [];
  const others = additional_sources.map((file) => ({ path: file.file_path, text: file.source_code }));
  return [{ path: path ?? 'source', text: code }, ...others];
}

/** Verified sources: the tree of files, one of them with its lines, and a search in all. */
export function ContractSources(props: { contract: Contract; path: string; query: SourceQuery }) {
  const { contract, path, query } = props;
  const files = listSources(contract);
  const current = files.find((file) => file.path === query.file) ?? files[0];
  if (current === undefined) return null;
  const wanted = typeof query.q === 'string' ? query.q.trim().slice(0, 200) : '';
  const isUnknown = typeof query.file === 'string' && current.path !== query.file;
  return (
    <Panel
      title={t('Source code')}
      id="sources"
      aside={
        <span className="flex flex-wrap gap-x-3">
          {t('{count, plural, one {# file} other {# files}}', { count: files.length })}
          <a href={`${path}/sources?form=zip`} download>
            {t('Download all as zip')}
          </a>
          <a href={`${path}/sources`} download>
            {t('As standard JSON input')}
          </a>
        </span>
      }
    >
      <div className="flex flex-wrap gap-x-6 gap-y-2 border-b border-line px-4 py-2 text-sm">
        <form action={`${path}#found`} className="flex w-full min-w-0 items-center gap-2 sm:w-auto sm:flex-1">
          <input type="hidden" name="file" value={current.path} />
          <input
            type="search"
            name="q"
            defaultValue={wanted}
            aria-label={t('Search in the files')}
            placeholder={t('Search in the files')}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className={`${FIELD} w-full max-w-xs`}
          />
          <button type="submit" className={BUTTON}>
            {t('Search')}
          </button>
        </form>
        <form action={`${path}#sources`} className="flex items-center gap-2">
          <input type="hidden" name="file" value={current.path} />
          <input
            name="line"
            inputMode="numeric"
            pattern="\d{1,7}"
            aria-label={t('Line')}
            placeholder={t('Line')}
            autoComplete="off"
            className={`${FIELD} w-20`}
          />
          <button type="submit" className={BUTTON}>
            {t('Go')}
          </button>
        </form>
      </div>
      {wanted !== '' && <FoundLines files={files} wanted={wanted} path={path} />}
      {isUnknown && (
        <p className="border-b border-line px-4 py-2 text-sm text-soft">
          {t('The sources contain no file with this name. The first file is shown.')}
        </p>
      )}
      <div className="grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <SourceTree files={files} current={current.path} path={path} />
        <div className="min-w-0">
          <p className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5 text-sm">
            <bdi className="mono wrap-any font-medium">{displayText(current.path, 200)}</bdi>
            <span className="text-xs text-faint">
              {t('{count, plural, one {# character} other {# characters}}', { count: current.text.length })}
            </span>
            <a
              className="ms-auto text-xs"
              href={withQuery(`${path}/sources`, { file: current.path })}
              download
            >
              {t('Download this file')}
            </a>
          </p>
          <SourceLines file={current} language={contract.language} path={path} line={query.line} />
        </div>
      </div>
    </Panel>
  );
}
