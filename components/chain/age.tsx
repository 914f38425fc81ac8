import { formatAge, formatUtc } from '@/lib/format/time';

/** How long ago; hovering tells the moment in UTC. The enhancer keeps it current while the page is open. */
export function Age({ timestamp, className = '' }: { timestamp: string; className?: string }) {
  const text = formatAge(Date.parse(timestamp), Date.now());
  return (
    <time
      dateTime={timestamp}
      title={formatUtc(timestamp)}
      data-age=""
      className={`whitespace-nowrap ${className}`}
    >
      {text}
    </time>
  );
}
