import { ScrollArea, ScrollHint } from '@/components/ui/scroll-area';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { nameOfAddress } from '@/lib/format/address-name';
import { shortenHash } from '@/lib/format/hash';
import { formatPercent, groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { type Box, layoutIcicle } from './icicle-layout';
import { gasBeforeRefund } from './refund-owed';

const WIDTH = 1_200;
const ROW = 24;
const LETTER = 6.6;
const PADDING = 6;
/** Hues of contracts, in the order of their gas. */
const FILLS = [
  'text-blue',
  'text-green',
  'text-orange',
  'text-purple',
  'text-cyan',
  'text-pink',
  'text-yellow',
] as const;

type Frame = GasProfile['frames'][number];
type Props = {
  profile: GasProfile;
  path: string;
  /** Call paths by function in place of calls. */
  frames?: readonly Frame[];
};

/** Calls as boxes as wide as their gas. Hidden from screen readers and keyboard, as the tables say the same. */
export function Icicle({ profile, path, frames }: Props) {
  const { boxes, intrinsicWidth, rows } = layoutIcicle(
    frames ?? profile.frames,
    BigInt(profile.intrinsic_gas),
  );
  const isByFunction = frames !== undefined;
  const hues = new Map(profile.contracts.map(({ address }, at) => [address.hash, FILLS[at % FILLS.length]]));
  if (rows === 0) return null;
  return (
    <>
      <ScrollHint className="md:hidden" />
      <ScrollArea
        label={
          isByFunction ? t('Gas by function, also shown as a table') : t('Gas by call, also shown as tables')
        }
        className="p-4"
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${rows * ROW}`}
          className="diagram block w-full min-w-[46rem]"
        >
          <Cell
            x={0}
            width={intrinsicWidth}
            row={0}
            text={t('Intrinsic gas')}
            title={t('Intrinsic gas: {intrinsicGas}', { intrinsicGas: groupDigits(profile.intrinsic_gas) })}
            className="text-faint"
          />
          {boxes.map((box) => (
            <a
              key={box.frame.index}
              href={isByFunction ? '#lines' : `${path}/internal?call=${box.frame.index}`}
              tabIndex={-1}
            >
              <Cell
                {...box}
                text={nameOf(box)}
                title={describe(box, profile, isByFunction)}
                className={
                  box.frame.is_failed
                    ? 'text-error'
                    : (hues.get(box.frame.address?.hash ?? '') ?? 'text-faint')
                }
                same={box.frame.address?.hash.toLowerCase()}
              />
            </a>
          ))}
        </svg>
      </ScrollArea>
    </>
  );
}

function Cell(props: {
  x: number;
  width: number;
  row: number;
  text: string;
  title: string;
  className: string;
  same?: string | undefined;
}) {
  const { x, width, row, text, title } = props;
  const letters = Math.floor((width * WIDTH - PADDING) / LETTER);
  return (
    <g className={props.className} data-same={props.same}>
      <title>{title}</title>
      <rect
        x={(x * WIDTH).toFixed(1)}
        y={row * ROW + 1}
        width={Math.max(0.5, width * WIDTH - 1).toFixed(1)}
        height={ROW - 2}
        className="gas-box"
      />
      {letters >= 4 && (
        <text
          x={(x * WIDTH + PADDING / 2 + 1).toFixed(1)}
          y={row * ROW + 16}
          className="fill-ink text-[11px]"
        >
          {text.length <= letters ? text : `${text.slice(0, letters - 1)}…`}
        </text>
      )}
    </g>
  );
}

function nameOf({ frame: { address, method } }: Box): string {
  // the name of a function has its contract
  if (method?.includes('.')) return displayText(method, 60);
  const target = address === null ? t('creation') : (nameOfAddress(address) ?? shortenHash(address.hash));
  return displayText(method === null ? target : `${target}.${method}`, 60);
}

function describe(box: Box, profile: GasProfile, isByFunction: boolean): string {
  const { index, total_gas: total, own_gas: own } = box.frame;
  const share = formatPercent(BigInt(total), gasBeforeRefund(profile));
  const parts = [
    t('{gas} gas', { gas: groupDigits(total) }),
    share,
    own === null ? undefined : t('{own} own', { own: groupDigits(own) }),
  ];
  const figures = parts.filter((part) => part !== undefined).join(', ');
  return isByFunction
    ? t('{method}: {figures}', { method: nameOf(box), figures })
    : t('Call {index}, {method}: {figures}', { index, method: nameOf(box), figures });
}
