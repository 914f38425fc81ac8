import { type Msg, msg } from '@/lib/language/t';

/** Pages outside of chains, for the palette; those that are the same for everybody are in the sitemap. */
export const SITE_PAGES: readonly Readonly<{ path: string; label: Msg; isPersonal?: boolean }>[] = [
  { path: '/settings', label: msg('Settings and labels'), isPersonal: true },
  { path: '/status', label: msg('Status of the index') },
  { path: '/docs/api', label: msg('API reference') },
  { path: '/proof', label: msg('Check a proof') },
];
