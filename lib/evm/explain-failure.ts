/** A pattern of revert reasons as the API words them, and what it means to the sender. */
type Meaning = readonly [pattern: RegExp, sentence: string];

const LESS = 'The price moved: the swap would have given less than the minimum that was set.';
const MORE = 'The price moved: the swap would have cost more than the maximum that was set.';
const LATE = 'The deadline that was set had passed.';
const BALANCE = 'An account did not hold as much as was to be moved.';
const ALLOWANCE = 'The spender was not allowed to move as much as was asked for.';

const MEANINGS: readonly Meaning[] = [
  // limits of swaps: Uniswap and forks, 1inch, 0x, aggregators
  [/EXCESSIVE_INPUT_AMOUNT|^V[234]?TooMuchRequested|^Too much requested$/, MORE],
  [/INSUFFICIENT_(OUTPUT|A|B)_AMOUNT|^V[234]?TooLittleReceived|^Too little received$/, LESS],
  [/^ReturnAmountIsNotEnough|^(Min return not reached|Return amount is not enough)$/i, LESS],
  [/insufficient return amount/i, LESS],
  [/INSUFFICIENT_LIQUIDITY/, 'The pool does not hold enough for this swap.'],
  [/: EXPIRED$|^Transaction too old$|^TransactionDeadlinePassed|^ERC2612ExpiredSignature/, LATE],
  [/^(AllowanceExpired|SignatureExpired)/, 'A permission that was signed had expired.'],
  // tokens
  [/amount exceeds balance|^ERC\d+InsufficientBalance|^BalanceTooLow/, BALANCE],
  [
    /exceeds allowance|insufficient allowance|^ERC\d+InsufficientAllowance|^InsufficientAllowance/i,
    ALLOWANCE,
  ],
  [
    /^(STF|TransferHelper: TRANSFER_FROM_FAILED|TRANSFER_FROM_FAILED|SafeTransferFromFailed.*)$/,
    'A token could not be taken: the balance or allowance was too low, or the token refused.',
  ],
  [
    /UniswapV2: K$|Pancake: K$/,
    'The pool received less than the swap costs, as with tokens that take a fee.',
  ],
  [
    /low-level call failed$|^SafeERC20FailedOperation|ERC20 operation did not succeed$|TRANSFER_FAILED$/,
    'A token or an account refused a transfer or an approval.',
  ],
  [
    /caller is not (token )?owner (n?or) approved|^ERC721InsufficientApproval/,
    'The caller may not move this NFT.',
  ],
  [
    /^ERC721NonexistentToken|nonexistent token|^OwnerQueryForNonexistentToken/,
    'There is no NFT with this ID.',
  ],
  // rights and states
  [/caller is not the owner$|^OwnableUnauthorizedAccount/, 'Only the owner of the contract may call this.'],
  [/^AccessControlUnauthorizedAccount|^AccessControl: account/, 'The caller lacks the role that this needs.'],
  [/^(EnforcedPause|Pausable: paused)/, 'The contract is paused.'],
  [/^(ReentrancyGuard|LOK$)/, 'The contract was called again while it ran, which it forbids.'],
  [/already initialized|^InvalidInitialization/, 'The contract was initialized before.'],
  // Solidity
  [/^Panic\(0x01\)/, 'A condition that must always hold did not: an error in the contract.'],
  [/^Panic\(0x11\)/, 'A number became too large or went below zero.'],
  [/^Panic\(0x12\)/, 'A number was divided by zero.'],
  [/^Panic\(0x21\)/, 'A number stands for none of the choices that the contract knows.'],
  [/^Panic\(0x31\)/, 'The contract removed an item of a list that was empty.'],
  [/^Panic\(0x41\)/, 'The contract asked for too much memory, as for a list of an absurd length.'],
  [/^Panic\(0x32\)/, 'A list is shorter than the contract expected.'],
  // Safe
  [/^GS01[013]$/, 'The transaction of the Safe failed, or had too little gas.'],
  [/^GS02[0-6]$/, 'The signatures do not suffice: one is missing, not valid or not of an owner of the Safe.'],
  [/^GS03[01]$/, 'Only an owner of the Safe, or the Safe itself, may call this.'],
  // ERC-4337
  [/\bAA1[0-5]\b/, 'The account of a user operation could not be created.'],
  [
    /\bAA2[16]\b|\bAA51\b/,
    'The account did not pay for a user operation in advance, or its gas limit was too low.',
  ],
  [/\bAA2[2]\b/, 'A user operation had expired, or was not due yet.'],
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
