/** Logo: the rings of an astrolabe, an off-center ecliptic and the rule across them. */
export function BrandMark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 24 24" fill="none" className={className}>
      <circle cx="12" cy="12" r="9.75" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="12" cy="9.4" r="5.4" stroke="currentColor" strokeWidth="1.25" opacity="0.75" />
      <path d="M4.2 18.1 19.8 5.9" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      <circle cx="12" cy="12" r="1.9" className="fill-canvas" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
