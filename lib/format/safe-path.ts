const MAX_SEGMENT = 100;
const MAX_DEPTH = 20;
/** What file systems refuse, or read as something else. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Paths of files as they can be unpacked anywhere, in order: relative, with `/`, without `..`, device names and characters
 * that a file system refuses, and different even where case does not count. Paths that are safe stay as they are.
 */
export function toSafePaths(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  const copies = new Map<string, number>();
  return paths.map((path) => {
    const safe = toSafePath(path);
    const end = /\.[^./]*$/.exec(safe)?.[0] ?? '';
    let free = safe;
    // where the last one of this name ended, as there may be thousands
    let copy = copies.get(safe.toLowerCase()) ?? 1;
    while (taken.has(free.toLowerCase())) {
      copy += 1;
      free = `${safe.slice(0, safe.length - end.length)}-${copy}${end}`;
    }
    copies.set(safe.toLowerCase(), copy);
    taken.add(free.toLowerCase());
    return free;
  });
}

function toSafePath(path: string): string {
  const segments = path
    .split(/[/\\]/)
    .map(toSafeSegment)
    .filter((segment) => segment !== '' && segment !== '.');
  return segments.slice(-MAX_DEPTH).join('/') || 'source';
}

function toSafeSegment(segment: string): string {
  if (segment === '.') return segment;
  const safe = segment
    .slice(-MAX_SEGMENT)
    .replace(UNSAFE, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  return DEVICE.test(safe) ? `_${safe}` : safe;
}
