import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import { t } from '@/lib/language/t';

/** An API call: description, operation ID, path with the chain, and a keyless path that a browser can open. */
export type ApiCall = Readonly<{
  name: string;
  operation: string;
  path: string;
  openPath: string | undefined;
}>;

/** The API calls behind a transaction's pages, as links and curl commands. */
export function ApiCalls({ calls, site }: { calls: readonly ApiCall[]; site: string }) {
  return (
    <Panel title={t('API calls')} id="api-calls" aside={<a href="/docs/api">{t('All operations')}</a>}>
      <ul className="divide-y divide-line">
        {calls.map(({ name, operation, path, openPath }) => (
          <li
            key={path}
            className="grid items-center gap-x-4 px-4 py-1.5 text-sm sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
          >
            <a href={`/docs/api/${operation}`}>{name}</a>
            <code className="mono wrap-any min-w-0">
              {openPath === undefined ? path : <a href={openPath}>{path}</a>}
            </code>
            <span className="flex items-center gap-1 text-xs text-faint">
              <span className="needs-script">{t('curl')}</span>
              <CopyButton value={writeCurl(`${site}${path}`)} what={t('{name} as curl', { name })} />
            </span>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {t('The copied command reads your key from the environment variable API_KEY.')}
      </p>
    </Panel>
  );
}

/** Paths need no shell quoting: they are digits, hex and words. */
function writeCurl(url: string): string {
  return `curl --header "Authorization: Bearer $API_KEY" '${url}'`;
}
