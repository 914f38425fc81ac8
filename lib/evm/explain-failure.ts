/** A pattern of revert reasons as the API words them, and what it means to the sender. */
type Meaning = readonly [pattern: RegExp, sentence: string];

const LESS = 'The price moved: the swap would have returned less than the minimum set.';
const MORE = 'The price moved: the swap would have cost more than the maximum set.';
const LATE = 'The deadline had passed.';
const BALANCE = 'An account held less than was to be transferred.';
const ALLOWANCE = 'The allowance of the spender was too low.';

const MEANINGS: readonly Meaning[] = [
  // limits of swaps: Uniswap and forks, 1inch, 0x, aggregators
  [/EXCESSIVE_INPUT_AMOUNT|^V[234]?TooMuchRequested|^Too much requested$/, MORE],
  [/INSUFFICIENT_(OUTPUT|A|B)_AMOUNT|^V[234]?TooLittleReceived|^Too little received$/, LESS],
  [/^ReturnAmountIsNotEnough|^(Min return not reached|Return amount is not enough)$/i, LESS],
  [/insufficient return amount/i, LESS],
  [/INSUFFICIENT_LIQUIDITY/, 'The pool has insufficient liquidity for this swap.'],
  [/: EXPIRED$|^Transaction too old$|^TransactionDeadlinePassed|^ERC2612ExpiredSignature/, LATE],
  [/^(AllowanceExpired|SignatureExpired)/, 'A signed permit had expired.'],
  // tokens
  [/amount exceeds balance|^ERC\d+InsufficientBalance|^BalanceTooLow/, BALANCE],
  [
    /exceeds allowance|insufficient allowance|^ERC\d+InsufficientAllowance|^InsufficientAllowance/i,
    ALLOWANCE,
  ],
  [
    /^(STF|TransferHelper: TRANSFER_FROM_FAILED|TRANSFER_FROM_FAILED|SafeTransferFromFailed.*)$/,
    'A token transfer failed: the balance or allowance was too low, or the token rejected it.',
  ],
  [
    /UniswapV2: K$|Pancake: K$/,
    'The pool received less than the swap requires, as with fee-on-transfer tokens.',
  ],
  [
    /low-level call failed$|^SafeERC20FailedOperation|ERC20 operation did not succeed$|TRANSFER_FAILED$/,
    'A token or an account refused a transfer or an approval.',
  ],
  [
    /caller is not (token )?owner (n?or) approved|^ERC721InsufficientApproval/,
    'The caller may not transfer this NFT.',
  ],
  [
    /^ERC721NonexistentToken|nonexistent token|^OwnerQueryForNonexistentToken/,
    'There is no NFT with this ID.',
  ],
  // rights and states
  [/caller is not the owner$|^OwnableUnauthorizedAccount/, 'Only the owner of the contract may call this.'],
  [/^AccessControlUnauthorizedAccount|^AccessControl: account/, 'The caller lacks the role that this needs.'],
  [/^(EnforcedPause|Pausable: paused)/, 'The contract is paused.'],
  [/^(ReentrancyGuard|LOK$)/, 'The contract was reentered, which it forbids.'],
  [/already initialized|^InvalidInitialization/, 'The contract is already initialized.'],
  // Solidity
  [/^Panic\(0x01\)/, 'An assertion failed: an error in the contract.'],
  [/^Panic\(0x11\)/, 'A number overflowed or underflowed.'],
  [/^Panic\(0x12\)/, 'A number was divided by zero.'],
  [/^Panic\(0x21\)/, 'A number is not a value of the enum in the contract.'],
  [/^Panic\(0x31\)/, 'The contract popped an empty array.'],
  [/^Panic\(0x41\)/, 'The contract allocated too much memory, as for an oversized array.'],
  [/^Panic\(0x32\)/, 'An array index is out of bounds.'],
  // Safe
  [/^GS01[013]$/, 'The transaction of the Safe failed, or had too little gas.'],
  [/^GS02[0-6]$/, 'The signatures do not suffice: one is missing, not valid or not of an owner of the Safe.'],
  [/^GS03[01]$/, 'Only an owner of the Safe, or the Safe itself, may call this.'],
  // ERC-4337
  [/\bAA1[0-5]\b/, 'The account of a user operation could not be created.'],
  [
    /\bAA2[16]\b|\bAA51\b/,
    'The account did not prefund a user operation, or the gas limit of the operation was too low.',
  ],
  [/\bAA2[2]\b/, 'A user operation had expired, or was not valid yet.'],
  [/\bAA2[345]\b/, 'The account refused a user operation: its signature, nonce or check failed.'],
  [/\bAA3\d\b/, 'The paymaster refused a user operation.'],
];

/** What a revert reason means, as a sentence; undefined for one that is not widely known. */
export function explainReason(reason: string): string | undefined {
  const inner = /^ExecutionFailed\(\d+, (.+)\)$/.exec(reason)?.[1] ?? reason;
  return MEANINGS.find(([pattern]) => pattern.test(inner))?.[1];
}

/** True for a node's error text that says the gas ran out. */
export function isOutOfGas(error: string | null): boolean {
  return error !== null && /out of gas|OutOfGas/i.test(error);
}
