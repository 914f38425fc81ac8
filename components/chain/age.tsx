import { formatAge, formatUtc, formatUtcShort } from '@/lib/format/time';

/**
 * When something was: how long ago, kept current by the enhancer, or the moment in UTC, as the reader chose. Both are
 * in the page; the style sheet shows one, so that the choice needs no script and print always has the moment.
 */
export function Age({ timestamp, className = '' }: { timestamp: string; className?: string }) {
  return (
    <time dateTime={timestamp} title={formatUtc(timestamp)} className={`whitespace-nowrap ${className}`}>
      <span data-age="" className="when-relative">
        {formatAge(Date.parse(timestamp), Date.now())}
      </span>
      <span className="when-absolute">{formatUtcShort(timestamp)}</span>
    </time>
  );
}
