import { toEventSelector } from 'viem';
import type { Log } from '@/lib/endpoints/log';
import { isUnlimited } from '@/lib/evm/unlimited';
import { ZERO_ADDRESS_HASH } from '@/lib/format/hash';

/** What an owner lets someone do with a token: the last word of a transaction about it. */
export type Approval = Readonly<{
  owner: string;
  spender: string;
  /** The token's contract. */
  token: string;
  /** An amount in the smallest unit, one NFT, or all that the owner has of the token. */
  limit:
    | Readonly<{ kind: 'amount'; amount: bigint; isUnlimited: boolean }>
    | Readonly<{ kind: 'item'; id: string; isGiven: boolean }>
    | Readonly<{ kind: 'all'; isGiven: boolean }>;
  /** Unix seconds until which it holds; undefined if it has no end. */
  until: bigint | undefined;
  /** Of the log that says so. */
  index: number;
  emitter: Log['address'];
}>;

type Values = Readonly<Record<string, string>>;
type Reader = (
  values: Values,
) => Omit<Approval, 'index' | 'emitter' | 'token'> & { token?: string | undefined };

const amountOf = (text = '0') => {
  const amount = BigInt(text);
  return { kind: 'amount', amount, isUnlimited: isUnlimited(amount) } as const;
};

const readAllowance: Reader = ({ owner = '', spender = '', value }) => ({
  ...{ owner, spender, limit: amountOf(value), until: undefined },
});
const readItem: Reader = ({ owner = '', approved = '', tokenId: id = '' }) => ({
  ...{ owner, spender: approved, until: undefined },
  limit: { kind: 'item', id, isGiven: approved !== ZERO_ADDRESS_HASH },
});
const readOperator: Reader = ({ owner = '', operator, spender, approved }) => ({
  ...{ owner, spender: operator ?? spender ?? '', until: undefined },
  limit: { kind: 'all', isGiven: approved === 'true' },
});
const readTimedOperator: Reader = ({ holder = '', operator = '', until = '0' }) => ({
  ...{ owner: holder, spender: operator, until: BigInt(until) },
  limit: { kind: 'all', isGiven: until !== '0' },
});
const readPermit2: Reader = ({ owner = '', spender = '', token, amount, expiration = '0' }) => ({
  ...{ owner, spender, token, limit: amountOf(amount), until: BigInt(expiration) },
});

/** Events by their declaration, as they are decoded: ERC-20, ERC-721 and ERC-1155, ERC-6909, ERC-7984, Permit2. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['Approval(address indexed owner, address indexed spender, uint256 value)', readAllowance],
  ['Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)', readItem],
  ['ApprovalForAll(address indexed owner, address indexed operator, bool approved)', readOperator],
  ['OperatorSet(address indexed owner, address indexed spender, bool approved)', readOperator],
  ['OperatorSet(address indexed holder, address indexed operator, uint48 until)', readTimedOperator],
  [
    'Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
    readPermit2,
  ],
  [
    'Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
    readPermit2,
  ],
]);
/** The same events by types alone: a contract's own ABI may name the parameters otherwise. */
const BY_TYPES = new Map(
  [...READERS].map(([text, read]) => [typesOf(text), { read, names: namesOf(text) }] as const),
);

/** First topics of the logs that hold approvals. */
export const APPROVAL_TOPICS: readonly string[] = [
  ...new Set([...READERS.keys()].map((text) => toEventSelector(`event ${text}`))),
];

/**
 * The approvals that logs tell, one for each owner, token, spender and NFT: the last. Anyone can emit such a log about
 * anyone, so they are what the token says. Logs that are none are skipped.
 */
export function readApprovals(logs: readonly Log[]): Approval[] {
  const last = new Map<string, Approval>();
  for (const log of logs) {
    const approval = readApproval(log);
    if (approval === undefined) continue;
    const { owner, spender, token, limit } = approval;
    const what = limit.kind === 'item' ? `#${limit.id}` : `${limit.kind} ${spender}`;
    const key = `${owner} ${token} ${what}`.toLowerCase();
    last.delete(key);
    last.set(key, approval);
  }
  return [...last.values()];
}

function readApproval({ decoded, address, index }: Log): Approval | undefined {
  const known = decoded === null ? undefined : BY_TYPES.get(typesOf(decoded.method_call));
  if (known === undefined || decoded === null) return undefined;
  const values = decoded.parameters.map(({ value }, at) => [known.names[at], value] as const);
  if (values.some(([name, value]) => name === undefined || typeof value !== 'string')) return undefined;
  const read = known.read(Object.fromEntries(values.map(([name, value]) => [name, String(value)])));
  return { ...read, token: read.token ?? address.hash, index, emitter: address };
}

/** `Approval(address indexed owner, …)` without the names. */
function typesOf(text: string): string {
  const [name = '', rest = ''] = text.split(/\((.*)\)$/s);
  const types = rest
    .split(', ')
    .map((part) => part.replace(/ (indexed )?\S*$/, (_, mark = '') => ` ${mark}`));
  return `${name}(${types.join(',')})`;
}

function namesOf(text: string): string[] {
  return [...text.matchAll(/(\w+)(?=[,)])/g)].flatMap(([, name]) => name ?? []);
}
