'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { usePageCall } from './page-call';

type Props = {
  /** The chain that the API serves without a key; undefined when nobody knows. */
  openChain: string | undefined;
  /** The site's own address, without a slash at its end. */
  site: string;
};

/** What the page shows, as the API gives it: to open where that needs no key, to copy as a command everywhere. */
export function PageAsData({ openChain, site }: Props) {
  const call = usePageCall();
  if (call === undefined) return null;
  const [, chain, path = ''] = /^\/(\d+)(.*)$/.exec(call) ?? [];
  return (
    <span className="flex items-center gap-x-1.5">
      This page in the API:
      {chain === openChain && (
        <a href={path} className="text-soft">
          JSON
        </a>
      )}
      <span className="needs-script">curl</span>
      <CopyButton
        value={`curl --header "Authorization: Bearer $API_KEY" '${site}${call}'`}
        what="curl command"
      />
      <a
        href={`/docs/api/find?${new URLSearchParams({ path: path.replace(/\?.*/, '') })}`}
        rel="nofollow"
        className="text-soft"
      >
        API docs
      </a>
    </span>
  );
}
