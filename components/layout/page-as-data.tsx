'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { CopyButton } from '@/components/ui/copy-button';
import { findPageCall } from './page-call';

type Props = {
  /** The chain that the API serves without a key; undefined when nobody knows. */
  openChain: string | undefined;
  /** The site's own address, without a slash at its end. */
  site: string;
};

/** What the page shows, as the API gives it: to open where that needs no key, to copy as a command everywhere. */
export function PageAsData({ openChain, site }: Props) {
  const call = findPageCall(usePathname(), new URLSearchParams(useSearchParams()));
  if (call === undefined) return null;
  const command = `curl --header "Authorization: Bearer $API_KEY" '${site}/${call.chain}${call.path}'`;
  const [path = ''] = call.path.split('?');
  return (
    <span className="flex items-center gap-x-1.5">
      This page in the API:
      {call.chain === openChain && (
        <a href={call.path} className="text-soft">
          JSON
        </a>
      )}
      <span className="needs-script">curl</span>
      <CopyButton value={command} what="curl command" />
      <a href={`/docs/api/find?${new URLSearchParams({ path })}`} rel="nofollow" className="text-soft">
        API docs
      </a>
    </span>
  );
}
