import { CAST, countTokens, type Size, tokenOf, userOf } from './cast';
import { type Draws, drawsOf } from './draws';
import {
  approvalEvent,
  batchEvent,
  coinEvent,
  confidentialEvent,
  type Event,
  fheEvents,
  handleOf,
  hybridEvents,
  NOBODY,
  nftEvent,
  swapEvent,
  userOperationEvent,
  word,
} from './events';

/** What a synthetic transaction does; hex with 0x, `to` null creates `created`. */
export type Story = Readonly<{
  from: string;
  to: string | null;
  created?: string;
  value?: number;
  input?: string;
  hasFailed?: boolean;
  events?: readonly Event[];
  /** Make the type 3 or 4 instead of 2. */
  blobs?: readonly string[];
  authorizations?: readonly Readonly<Record<string, string>>[];
}>;

type Teller = (from: string, draws: Draws, place: { number: number; size: Size }) => Story;

const TRANSACTIONS = 3;
const HASH_BYTES = 32;
const SELECTORS = {
  transfer: '0xa9059cbb',
  approve: '0x095ea7b3',
  mint: '0x40c10f19',
  transferFrom: '0x23b872dd',
  unknown: '0x12345678',
} as const;
/** Error(string) with the text "no". */
export const REVERT_OUTPUT = `0x08c379a0${word(32)}${word(2)}${'6e6f'.padEnd(64, '0')}`;

const otherUser = (draws: Draws, size: Size) => userOf(draws.below(2 ** 31), size);

function transferCoin(token: string, parties: Readonly<{ from: string; to: string }>, amount: number): Story {
  const input = `${SELECTORS.transfer}${word(parties.to)}${word(amount)}`;
  return { from: parties.from, to: token, input, events: [coinEvent(token, parties, amount)] };
}

/** Small numbers are much more likely: few tokens have most of the transfers. */
function drawToken(draws: Draws, size: Size): string {
  return tokenOf(Math.floor(countTokens(size) * (draws.below(10_000) / 10_000) ** 3));
}

const transferMade: Teller = (from, draws, { size }) =>
  transferCoin(CAST.coin, { from, to: otherUser(draws, size) }, 1 + draws.below(1_000_000));

const KINDS: readonly (readonly [share: number, tell: Teller])[] = [
  [22, (from, draws, { size }) => ({ from, to: otherUser(draws, size), value: 1 + draws.below(10 ** 9) })],
  [15, (_from, draws, place) => transferMade(CAST.hub, draws, place)],
  [15, transferMade],
  [
    14,
    (from, draws, { size }) =>
      transferCoin(drawToken(draws, size), { from, to: otherUser(draws, size) }, 1 + draws.below(1_000)),
  ],
  [
    13,
    (from, draws, { number, size }) => {
      const to = number % 2 === 0 ? CAST.collector : otherUser(draws, size);
      const events = [nftEvent(CAST.collection, { from: NOBODY, to }, number)];
      return { from, to: CAST.collection, input: `${SELECTORS.mint}${word(to)}${word(number)}`, events };
    },
  ],
  [4, tellMove],
  [
    3,
    (from, draws, { size }) => ({
      from,
      to: CAST.multiToken,
      input: SELECTORS.unknown,
      events: [batchEvent({ from, to: otherUser(draws, size) }, 1 + draws.below(500), 1 + draws.below(4))],
    }),
  ],
  [5, tellSwap],
  [
    3,
    (from, draws, { size }) => ({
      from,
      to: CAST.coin,
      input: `${SELECTORS.approve}${word(CAST.router)}${word(draws.below(1_000))}`,
      events: [approvalEvent(drawToken(draws, size), { from, to: CAST.router }, draws.below(1_000))],
    }),
  ],
  [
    3,
    (from, draws, { size }) => {
      const handles = Array.from({ length: 4 }, () => handleOf(draws.hex(HASH_BYTES)));
      const moved = confidentialEvent({ from, to: otherUser(draws, size) }, handles.at(-1) ?? '');
      return {
        from,
        to: CAST.confidential,
        input: SELECTORS.unknown,
        events: [...fheEvents(handles), moved],
      };
    },
  ],
  [
    1,
    (from, draws, { size }) => ({
      from,
      to: CAST.hybrid,
      events: hybridEvents({ from, to: otherUser(draws, size) }, draws.below(500)),
    }),
  ],
  [1, (from) => ({ from, to: CAST.router, input: SELECTORS.unknown, hasFailed: true })],
  [1, (from, draws) => ({ from, to: null, created: `0xc0${draws.hex(19)}`, input: '0x6080604052' })],
];

/** What a wallet does that has very many transfers: somewhat more of them than transactions. */
const WALLET_KINDS: typeof KINDS = [
  [30, (_from, draws, place) => transferMade(CAST.hub, draws, place)],
  [20, (from, draws) => transferCoin(CAST.coin, { from, to: CAST.hub }, 1 + draws.below(1_000_000))],
  [
    10,
    (_from, draws, { size }) =>
      transferCoin(drawToken(draws, size), { from: CAST.hub, to: otherUser(draws, size) }, draws.below(99)),
  ],
  [18, (_from, draws, place) => tellSwap(CAST.hub, draws, place)],
  [
    8,
    (from, _draws, { number }) => ({
      from,
      to: CAST.collection,
      events: [nftEvent(CAST.collection, { from: NOBODY, to: CAST.hub }, number)],
    }),
  ],
  [4, (from, draws) => ({ from, to: CAST.hub, value: 1 + draws.below(10 ** 9) })],
  [
    5,
    (from, draws, { size }) => {
      const payment = () => coinEvent(CAST.coin, { from: CAST.hub, to: otherUser(draws, size) }, 5);
      return { from, to: CAST.hub, input: SELECTORS.unknown, events: [payment(), payment()] };
    },
  ],
  [
    5,
    (_from, draws, { size }) => ({
      from: CAST.hub,
      to: CAST.coin,
      events: [approvalEvent(drawToken(draws, size), { from: CAST.hub, to: CAST.router }, draws.below(9))],
    }),
  ],
];

function tellMove(from: string, draws: Draws, { number, size }: { number: number; size: Size }): Story {
  const to = otherUser(draws, size);
  const token = drawToken(draws, size);
  const id = draws.below(Math.max(1, number));
  const input = `${SELECTORS.transferFrom}${word(from)}${word(to)}${word(id)}`;
  return {
    from,
    to: CAST.collection,
    input,
    events: [nftEvent(`${token.slice(0, 40)}7a`, { from, to }, id)],
  };
}

function tellSwap(from: string, draws: Draws, { size }: { size: Size }): Story {
  const amount = 1 + draws.below(1_000);
  const token = drawToken(draws, size);
  const events = [
    coinEvent(CAST.coin, { from, to: CAST.router }, amount),
    coinEvent(token, { from: CAST.router, to: from }, amount),
    approvalEvent(CAST.coin, { from, to: CAST.router }, 0),
    swapEvent({ from, to: from }, amount),
  ];
  return { from, to: CAST.router, input: `${SELECTORS.unknown}${word(amount)}`, events };
}

export function hashOf(number: number): string {
  return `0x${drawsOf(TRANSACTIONS, number).hex(HASH_BYTES)}`;
}

/** The first transactions are the rare cases, one each. */
export const RARITIES = {
  manyTransfers: 0,
  /** One event that moves a thousand IDs. */
  largeBatch: 1,
  manyOperations: 2,
  manyLogs: 3,
  blob: 4,
  setCode: 5,
} as const;

const RARE: readonly ((draws: Draws, size: Size) => Story)[] = [
  (draws, size) => ({
    from: CAST.hub,
    to: CAST.router,
    events: Array.from({ length: 60 }, (_, at) =>
      coinEvent(tokenOf(at % 8), { from: CAST.hub, to: otherUser(draws, size) }, 1 + at),
    ),
  }),
  () => ({
    from: CAST.hub,
    to: CAST.multiToken,
    events: [batchEvent({ from: NOBODY, to: CAST.hub }, 1, 1_000)],
  }),
  (draws) => ({
    from: CAST.hub,
    to: CAST.confidential,
    events: fheEvents(Array.from({ length: 51 }, () => handleOf(draws.hex(HASH_BYTES)))),
  }),
  () => ({
    from: CAST.hub,
    to: CAST.coin,
    events: Array.from({ length: 200 }, (_, at) =>
      approvalEvent(CAST.coin, { from: CAST.hub, to: CAST.router }, at),
    ),
  }),
  (draws) => ({ from: CAST.hub, to: CAST.collector, blobs: [`0x01${draws.hex(31)}`] }),
  (draws) => ({
    from: CAST.hub,
    to: CAST.hub,
    authorizations: [authorizationOf(draws)],
    events: [userOperationEvent(CAST.hub)],
  }),
];

function authorizationOf(draws: Draws): Readonly<Record<string, string>> {
  const s = `0x${draws.hex(31)}`;
  return { chainId: '0x1', address: CAST.router, nonce: '0x0', yParity: '0x0', r: `0x${draws.hex(31)}`, s };
}

export function storyOf(number: number, size: Size): Story {
  const draws = drawsOf(TRANSACTIONS, number);
  const rare = RARE[number];
  if (rare) return rare(draws, size);
  const from = otherUser(draws, size);
  const kinds = size.isOneWallet === true ? WALLET_KINDS : KINDS;
  let left = draws.below(kinds.reduce((sum, [share]) => sum + share, 0));
  for (const [share, tell] of kinds) {
    left -= share;
    if (left < 0) return tell(from, draws, { number, size });
  }
  throw new Error('the shares do not add up');
}
