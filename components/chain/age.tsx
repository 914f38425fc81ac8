import { formatAge, formatUtc, formatUtcShort } from '@/lib/format/time';

/** Relative age (updated by the enhancer) and UTC time. Both are in the HTML; CSS shows the preferred one. */
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
