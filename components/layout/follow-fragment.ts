const PAGE = /^\/\d+\/(tx|address|token)\/0x[\da-f]+$/i;
const NAME = /^#[a-z][\w-]+$/i;

/** Opens the tab that a link of another explorer names in its fragment, which no server sees. */
export async function followFragment(): Promise<void> {
  const { hash, pathname } = location;
  if (!PAGE.test(pathname) || !NAME.test(hash) || document.getElementById(hash.slice(1)) !== null) return;
  const [{ linkPath }, { parseQuery }] = await Promise.all([
    import('@/lib/format/link-path'),
    import('@/lib/format/parse-query'),
  ]);
  const parsed = parseQuery(`${pathname}${hash}`);
  const chain = /^\/\d+/.exec(pathname)?.[0] ?? '';
  if (parsed.tab !== undefined) location.replace(`${chain}${linkPath(parsed) ?? ''}`);
}
