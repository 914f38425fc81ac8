import { shortenHash } from '@/lib/format/hash';

const SHORT = /^(0x.{4})(.{2})…(.{2})(.{4})$/;

/** The first and last six digits of an address, four on the narrowest screens; `className` is added. */
export function ShortHash({ hash, className = '' }: { hash: string; className?: string }) {
  const text = shortenHash(hash);
  const [, start, left, right, end] = SHORT.exec(text) ?? [];
  return (
    <span className={`short-hash ${className}`.trim()}>
      {start === undefined ? (
        text
      ) : (
        <>
          {start}
          <span className="wide">{left}</span>…<span className="wide">{right}</span>
          {end}
        </>
      )}
    </span>
  );
}
