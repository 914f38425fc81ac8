import { toEventSelector } from 'viem';
import { bufferToHex } from './hex';
import { isUnlimited } from './unlimited';
import { ZERO_ADDRESS } from './zero-address';

/** The final approval that a transaction left for a token and spender. */
export type LoggedApproval = Readonly<{
  owner: string;
  spender: string;
  /** The token's contract. */
  token: string;
  /** The contract that logged it: the token, or Permit2. */
  contract: string;
  /** An amount in the smallest unit, one NFT, or all that the owner has of the token. */
  kind: 'amount' | 'nft' | 'all';
  /** For an amount. */
  limit: string | null;
  is_unlimited: boolean;
  /** For one NFT. */
  token_id: string | null;
  /** False for a revocation. */
  is_given: boolean;
  /** Until when it holds, as ISO 8601; null if it has no end, or none before the year 10000. */
  valid_until: string | null;
  /** Of the log that says so. */
  log_index: number;
}>;

/** A log as the API decodes it. */
type DecodedLog = Readonly<{
  index: number;
  address: Readonly<{ hash: string }>;
  decoded: Readonly<{ method_call: string; parameters: readonly Readonly<{ value: unknown }>[] }> | null;
}>;
type Values = Readonly<Record<string, string>>;
type Reader = (
  values: Values,
) => Omit<LoggedApproval, 'log_index' | 'contract' | 'token'> & { token?: string | undefined };

const ZERO_ADDRESS_HASH = bufferToHex(ZERO_ADDRESS);
/** The end of the year 9999, the last that dates can express. */
const LAST_SECOND = 253_402_300_799n;
const NO_LIMIT = { limit: null, is_unlimited: false, token_id: null, valid_until: null };

const amountOf = (limit = '0') => {
  const amount = BigInt(limit);
  const is_unlimited = isUnlimited(amount);
  return { ...NO_LIMIT, kind: 'amount', limit, is_unlimited, is_given: amount > 0n } as const;
};
const allOf = (is_given: boolean) => ({ ...NO_LIMIT, kind: 'all', is_given }) as const;
const endAt = (seconds: string) => ({
  valid_until:
    BigInt(seconds) > LAST_SECOND
      ? null
      : new Date(1_000 * Number(seconds)).toISOString().replace('Z', '000Z'),
});

const readAllowance: Reader = ({ owner = '', spender = '', value }) => ({
  ...{ owner, spender, ...amountOf(value) },
});
const readItem: Reader = ({ owner = '', approved = '', tokenId: token_id = '' }) => ({
  ...{ ...NO_LIMIT, owner, spender: approved, token_id },
  kind: 'nft',
  is_given: approved !== ZERO_ADDRESS_HASH,
});
const readOperator: Reader = ({ owner = '', operator, spender, approved }) => ({
  ...{ owner, spender: operator ?? spender ?? '', ...allOf(approved === 'true') },
});
const readTimedOperator: Reader = ({ holder = '', operator = '', until = '0' }) => ({
  ...{ owner: holder, spender: operator, ...allOf(until !== '0'), ...endAt(until) },
});
const readPermit2: Reader = ({ owner = '', spender = '', token, amount, expiration = '0' }) => ({
  ...{ owner, spender, token, ...amountOf(amount), ...endAt(expiration) },
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
export const APPROVAL_LOG_TOPICS: readonly string[] = [
  ...new Set([...READERS.keys()].map((text) => toEventSelector(`event ${text}`))),
];

/**
 * The approvals in logs, the last for each owner, token, spender and NFT. Any contract can emit such a log about anyone, so
 * they are the token's claims. Other logs are skipped.
 */
export function readApprovals(logs: readonly DecodedLog[]): LoggedApproval[] {
  const last = new Map<string, LoggedApproval>();
  for (const log of logs) {
    const approval = readApproval(log);
    if (approval === undefined) continue;
    const { owner, spender, token, kind, token_id } = approval;
    const what = kind === 'nft' ? `#${token_id}` : `${kind} ${spender}`;
    const key = `${owner} ${token} ${what}`.toLowerCase();
    last.delete(key);
    last.set(key, approval);
  }
  return [...last.values()];
}

function readApproval({ decoded, address, index: log_index }: DecodedLog): LoggedApproval | undefined {
  const known = decoded === null ? undefined : BY_TYPES.get(typesOf(decoded.method_call));
  if (known === undefined || decoded === null) return undefined;
  const values = decoded.parameters.map(({ value }, at) => [known.names[at], value] as const);
  if (values.some(([name, value]) => name === undefined || typeof value !== 'string')) return undefined;
  const read = known.read(Object.fromEntries(values.map(([name, value]) => [name, String(value)])));
  return { ...read, token: read.token ?? address.hash, contract: address.hash, log_index };
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
