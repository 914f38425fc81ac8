import { loadConfig } from '@/lib/config';

let url: URL | undefined;

/** The site's own address: canonical links and images are below it. */
export function siteUrl(): URL {
  url ??= new URL(loadConfig().publicUrl);
  return url;
}
