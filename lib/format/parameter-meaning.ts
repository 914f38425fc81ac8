import { isUnlimited } from '@/lib/evm/unlimited';

/** The meaning of a number: an amount of the called token, unlimited, a time, or a time limit that is none. */
export type Meaning = 'amount' | 'unlimited' | 'time' | 'no deadline';
/** The function or event that a parameter belongs to. */
export type MeaningContext = Readonly<{
  name: string;
  /** The parameter is an amount of a token that another one names (`findUnits`). */
  hasNamedToken?: boolean;
}>;
type Parameter = Readonly<{ name: string; type: string; value: unknown }>;

const ALLOWANCES = new Set(['approve', 'permit', 'increaseAllowance', 'Approval', 'approveAndCall']);
/** Allowances of a token that they name, of Permit2 and by way of it. */
const NAMED_ALLOWANCES = new Set(['Permit', 'PERMIT2_PERMIT', 'PERMIT2_PERMIT_BATCH']);
/** Functions and events of ERC-20 and of wrapped coins whose only number is an amount of the token itself. */
const AMOUNTS = new Set([
  ...[
    'transfer',
    'transferFrom',
    'transferAndCall',
    'Transfer',
    'mint',
    'burn',
    'burnFrom',
    'decreaseAllowance',
  ],
  ...['deposit', 'withdraw', 'Deposit', 'Withdrawal', ...ALLOWANCES],
]);
/** Errors of ERC-20 (EIP-6093) whose numbers are amounts of the token that refused. */
const ERRORS = new Set(['ERC20InsufficientBalance', 'ERC20InsufficientAllowance']);
const ERROR_AMOUNT_NAMES = /^(balance|allowance|needed)$/;
const AMOUNT_NAMES =
  /^_?(value|amount|wad|addedValue|subtractedValue|tokens|rawAmount|amountMin|amountMinimum|minBalance)$/;
const ENDS = /deadline|expir|validuntil|validbefore|^_?endtime$/i;
const TIMES = /validafter|unlocktime|^_?starttime$/i;
/** From the first block of Ethereum to the year 2200, in Unix seconds. */
const [FIRST_TIME, LAST_TIME] = [1_438_269_973n, 7_258_118_400n];
const LARGEST = 2n ** 256n - 1n;

/** Whether the numbers of a function, event or error can be amounts of the token that has it. */
export function hasAmount(name: string): boolean {
  return AMOUNTS.has(name) || ERRORS.has(name);
}

/** The meaning of an unsigned integer by its name; undefined for other types, and where uncertain. */
export function meaningOf({ name, type, value }: Parameter, context: MeaningContext): Meaning | undefined {
  if (!/^uint\d*$/.test(type) || typeof value !== 'string' || !/^\d+$/.test(value)) return undefined;
  const number = BigInt(value);
  const isEnd = ENDS.test(name);
  if (isEnd && number === LARGEST) return 'no deadline';
  if (isEnd || TIMES.test(name)) return number >= FIRST_TIME && number <= LAST_TIME ? 'time' : undefined;
  if (ERRORS.has(context.name)) return ERROR_AMOUNT_NAMES.test(name) ? 'amount' : undefined;
  if (!AMOUNT_NAMES.test(name) && context.hasNamedToken !== true) return undefined;
  const isAllowance = ALLOWANCES.has(context.name) || NAMED_ALLOWANCES.has(context.name);
  if (isAllowance && isUnlimited(number)) return 'unlimited';
  if (context.hasNamedToken === true) return isUnlimited(number) ? undefined : 'amount';
  return AMOUNTS.has(context.name) ? 'amount' : undefined;
}

const TOKEN_NAMES = /^_?(asset|token|reserve|currency|erc20|underlying|underlyingAsset|tokenAddress)$/i;

/** Whether a parameter of this name is an amount where a call has a single one. */
export function isAmountName(name: string): boolean {
  return AMOUNT_NAMES.test(name);
}

/** The token of a call's amount, where a single address parameter names it: `supply(address asset, uint256 amount, …)`. */
export function namedToken(call: { parameters: readonly Parameter[] }): string | undefined {
  const [token, ...others] = call.parameters.filter(
    ({ name, type }) => type === 'address' && TOKEN_NAMES.test(name),
  );
  const hasOneAmount = call.parameters.filter(({ name }) => AMOUNT_NAMES.test(name)).length === 1;
  if (token === undefined || others.length > 0 || !hasOneAmount) return undefined;
  return typeof token.value === 'string' ? token.value : undefined;
}
