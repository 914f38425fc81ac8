'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { t } from '@/lib/language/t';
import { usePageCall } from './page-call';

type Props = {
  /** The chain on the keyless surface; undefined if unknown. */
  openChain: string | undefined;
  /** Origin of the site, without a trailing slash. */
  site: string;
};

/** The page's API call: a link where no key is needed, a curl command everywhere. */
export function PageAsData({ openChain, site }: Props) {
  const call = usePageCall();
  if (call === undefined) return null;
  const [, chain, path = ''] = /^\/(\d+)(.*)$/.exec(call) ?? [];
  return (
    <span className="flex items-center gap-x-1.5">
      {t('This page in the API:')}
      {chain === openChain && (
        <a href={path} className="text-soft">
          {t('JSON')}
        </a>
      )}
      <span className="needs-script">{t('curl')}</span>
      <CopyButton
        value={`curl --header "Authorization: Bearer $API_KEY" '${site}${call}'`}
        what={t('curl command')}
      />
      <a
        href={`/docs/api/find?${new URLSearchParams({ path: path.replace(/\?.*/, '') })}`}
        rel="nofollow"
        className="text-soft"
      >
        {t('API docs')}
      </a>
    </span>
  );
}
