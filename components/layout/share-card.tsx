import type { ReactNode } from 'react';

/** Colors of the cards: Satori knows no CSS variables. */
export const CARD = {
  ink: '#e8ecf4',
  soft: '#a3adc2',
  line: '#2b3347',
  secret: '#c9a5ff',
  accent: '#8ab4ff',
  ok: '#5fd39a',
  error: '#ff8d85',
  pending: '#f2c261',
} as const;

const CANVAS = '#0d1017';
const PLOT = { width: 1072, height: 190 };
const MAX_TITLE = 70;
const MAX_VALUE = 26;

/** The site's brand: its name, and its logo as a data URL unless it is our own. */
export type CardBrand = Readonly<{ name: string; logo: string | undefined; accent: string }>;

/** Open Graph card of an entity: what it is, its name or hash, up to four facts and a line of values. */
export type EntityCardProps = Readonly<{
  brand: CardBrand;
  chainName: string;
  badges: readonly Readonly<{ text: string; color?: string }>[];
  title: string;
  /** Set smaller below the title: a full hash or address. */
  subtitle?: string;
  facts: readonly Readonly<{ label: string; value: string }>[];
  values?: readonly (number | null)[];
}>;

/**
 * 1200 × 630, rendered by Satori: styles inline, every box a flexbox. Text is limited to the local font's characters,
 * as Satori would download fonts for others.
 */
export function EntityCard({
  brand,
  chainName,
  badges,
  title,
  subtitle,
  facts,
  values = [],
}: EntityCardProps) {
  return (
    <CardFrame
      brand={brand}
      chainName={chainName}
      bottom={facts.map(({ label, value }) => (
        <div key={label} style={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          <span style={{ fontSize: 24 }}>{plainText(label, MAX_VALUE)}</span>
          <span style={{ color: CARD.ink, fontSize: 34 }}>{plainText(value, MAX_VALUE)}</span>
        </div>
      ))}
    >
      <div style={{ display: 'flex', gap: 16 }}>
        {badges.map(({ text, color = CARD.soft }) => (
          <CardBadge key={text} color={color}>
            {plainText(text, MAX_VALUE)}
          </CardBadge>
        ))}
      </div>
      <div style={{ display: 'flex', fontSize: 58, lineHeight: 1.2, letterSpacing: '-0.02em' }}>
        {plainText(title, MAX_TITLE)}
      </div>
      {subtitle !== undefined && (
        <div style={{ display: 'flex', color: CARD.soft, fontSize: 28 }}>
          {plainText(subtitle, MAX_TITLE)}
        </div>
      )}
      {values.length > 1 && <Line values={values} color={brand.accent} />}
    </CardFrame>
  );
}

/** What all cards share: brand and chain above, a row below. */
export function CardFrame(props: {
  brand: CardBrand;
  chainName: string;
  bottom: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: '56px 64px',
        background: CANVAS,
        color: CARD.ink,
        fontSize: 30,
      }}
    >
      <Top brand={props.brand} chainName={props.chainName} />
      <div style={{ display: 'flex', flexDirection: 'column', gap: 22 }}>{props.children}</div>
      <div
        style={{
          display: 'flex',
          justifyContent: 'space-between',
          paddingTop: 26,
          borderTop: `2px solid ${CARD.line}`,
          color: CARD.soft,
          fontSize: 28,
        }}
      >
        {props.bottom}
      </div>
    </div>
  );
}

function Top({ brand, chainName }: { brand: CardBrand; chainName: string }) {
  return (
    <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', color: CARD.soft }}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 18 }}>
        {brand.logo === undefined ? (
          <Mark />
        ) : (
          // biome-ignore lint/performance/noImgElement: drawn by Satori
          <img src={brand.logo} alt="" width={52} height={52} />
        )}
        <span style={{ color: CARD.ink, fontSize: 36 }}>{plainText(brand.name, MAX_TITLE)}</span>
      </div>
      <span>{plainText(chainName, 32)}</span>
    </div>
  );
}

/** Our mark, as in the bar. */
function Mark() {
  return (
    <svg
      aria-hidden="true"
      width="52"
      height="52"
      viewBox="0 0 24 24"
      fill="none"
      stroke={CARD.ink}
      strokeWidth="1.5"
    >
      <circle cx="12" cy="12" r="9.75" />
      <circle cx="12" cy="9.4" r="5.4" strokeOpacity="0.75" />
      <path d="M4.2 18.1 19.8 5.9" />
      <circle cx="12" cy="12" r="1.9" fill={CANVAS} />
    </svg>
  );
}

/** A frame around a word, in its color. */
export function CardBadge({ color, children }: { color: string; children: ReactNode }) {
  return (
    <div
      style={{
        display: 'flex',
        padding: '6px 20px',
        border: `2px solid ${color}`,
        borderRadius: 12,
        color,
        fontSize: 28,
      }}
    >
      {children}
    </div>
  );
}

/** Values from left to right, on an axis from 0 or the lowest below it. */
function Line({ values, color }: { values: readonly (number | null)[]; color: string }) {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const points = values.flatMap((value, index) =>
    value === null
      ? []
      : [
          `${((index / (values.length - 1)) * PLOT.width).toFixed(1)},${(
            PLOT.height - 4 - ((value - low) / (high - low || 1)) * (PLOT.height - 8)
          ).toFixed(1)}`,
        ],
  );
  return (
    <svg
      aria-hidden="true"
      width={PLOT.width}
      height={PLOT.height}
      viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
    >
      <polyline points={points.join(' ')} fill="none" stroke={color} strokeWidth="4" />
    </svg>
  );
}

/** ASCII and a few signs of the font; anything else becomes a question mark. */
export function plainText(text: string, maxLength: number): string {
  const known = text.replaceAll('…', '...').replace(/[^\x20-\x7e×]/gu, '?');
  return known.length <= maxLength ? known : `${known.slice(0, maxLength)}...`;
}
