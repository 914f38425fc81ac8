import { type Message, type MessageCode, message } from '@/lib/messages/message';

/** A pattern of revert reasons as the API words them, and what it means to the sender. */
type Meaning = readonly [pattern: RegExp, code: MessageCode];

const MEANINGS: readonly Meaning[] = [
  // limits of swaps: Uniswap and forks, 1inch, 0x, aggregators
  [/EXCESSIVE_INPUT_AMOUNT|^V[234]?TooMuchRequested|^Too much requested$/, 'swap_input_too_high'],
  [/INSUFFICIENT_(OUTPUT|A|B)_AMOUNT|^V[234]?TooLittleReceived|^Too little received$/, 'swap_output_too_low'],
  [/^ReturnAmountIsNotEnough|^(Min return not reached|Return amount is not enough)$/i, 'swap_output_too_low'],
  [/insufficient return amount/i, 'swap_output_too_low'],
  [/INSUFFICIENT_LIQUIDITY/, 'liquidity_too_low'],
  [/: EXPIRED$|^Transaction too old$|^TransactionDeadlinePassed|^ERC2612ExpiredSignature/, 'deadline_passed'],
  [/^(AllowanceExpired|SignatureExpired)/, 'permit_expired'],
  // tokens
  [/amount exceeds balance|^ERC\d+InsufficientBalance|^BalanceTooLow/, 'balance_too_low'],
  [
    /exceeds allowance|insufficient allowance|^ERC\d+InsufficientAllowance|^InsufficientAllowance/i,
    'allowance_too_low',
  ],
  [
    /^(STF|TransferHelper: TRANSFER_FROM_FAILED|TRANSFER_FROM_FAILED|SafeTransferFromFailed.*)$/,
    'transfer_failed',
  ],
  [/UniswapV2: K$|Pancake: K$/, 'pool_underpaid'],
  [
    /low-level call failed$|^SafeERC20FailedOperation|ERC20 operation did not succeed$|TRANSFER_FAILED$/,
    'transfer_refused',
  ],
  [/caller is not (token )?owner (n?or) approved|^ERC721InsufficientApproval/, 'nft_not_approved'],
  [/^ERC721NonexistentToken|nonexistent token|^OwnerQueryForNonexistentToken/, 'nft_missing'],
  // rights and states
  [/caller is not the owner$|^OwnableUnauthorizedAccount/, 'not_contract_owner'],
  [/^AccessControlUnauthorizedAccount|^AccessControl: account/, 'role_missing'],
  [/^(EnforcedPause|Pausable: paused)/, 'contract_paused'],
  [/^(ReentrancyGuard|LOK$)/, 'reentered'],
  [/already initialized|^InvalidInitialization/, 'already_initialized'],
  // Solidity
  [/^Panic\(0x01\)/, 'assertion_failed'],
  [/^Panic\(0x11\)/, 'arithmetic_overflow'],
  [/^Panic\(0x12\)/, 'division_by_zero'],
  [/^Panic\(0x21\)/, 'enum_out_of_range'],
  [/^Panic\(0x31\)/, 'empty_array_popped'],
  [/^Panic\(0x41\)/, 'memory_too_large'],
  [/^Panic\(0x32\)/, 'index_out_of_bounds'],
  // Safe
  [/^GS01[013]$/, 'safe_transaction_failed'],
  [/^GS02[0-6]$/, 'safe_signatures'],
  [/^GS03[01]$/, 'safe_not_owner'],
  // ERC-4337
  [/\bAA1[0-5]\b/, 'account_not_created'],
  [/\bAA2[16]\b|\bAA51\b/, 'operation_underfunded'],
  [/\bAA2[2]\b/, 'operation_expired'],
  [/\bAA2[345]\b/, 'operation_refused'],
  [/\bAA3\d\b/, 'paymaster_refused'],
];

/** The meaning of a revert reason, as a sentence; undefined for an uncommon one. */
export function explainReason(reason: string): Message | undefined {
  const inner = /^ExecutionFailed\(\d+, (.+)\)$/.exec(reason)?.[1] ?? reason;
  const code = MEANINGS.find(([pattern]) => pattern.test(inner))?.[1];
  return code && message(code);
}

/** True for a node's error text that says the gas ran out. */
export function isOutOfGas(error: string | null): boolean {
  return error !== null && /out of gas|OutOfGas/i.test(error);
}
