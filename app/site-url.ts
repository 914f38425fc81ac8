import { loadConfig } from '@/lib/config';

let url: URL | undefined;

/** Base URL of the site, for canonical links and images. */
export function siteUrl(): URL {
  url ??= new URL(loadConfig().publicUrl);
  return url;
}
