import type { EvmLog } from '@/lib/evm/decode-transfers';
import { bufferToAddress, bufferToBigint, bufferToHex } from '@/lib/evm/hex';
import { wordToAddress } from '@/lib/evm/words';
import { type FactLookup, formatTokenAmount, type TransactionAction } from './action';
import { createEventReader, type ReadEvent } from './event-reader';

const EVENTS = createEventReader([
  'event Borrow(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint8 interestRateMode, uint256 borrowRate, uint16 indexed referralCode)',
  'event Supply(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode)',
  'event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount)',
  'event Repay(address indexed reserve, address indexed user, address indexed repayer, uint256 amount, bool useATokens)',
  'event FlashLoan(address indexed target, address initiator, address indexed asset, uint256 amount, uint8 interestRateMode, uint256 premium, uint16 indexed referralCode)',
  'event ReserveUsedAsCollateralEnabled(address indexed reserve, address indexed user)',
  'event ReserveUsedAsCollateralDisabled(address indexed reserve, address indexed user)',
  'event LiquidationCall(address indexed collateralAsset, address indexed debtAsset, address indexed user, uint256 debtToCover, uint256 liquidatedCollateralAmount, address liquidator, bool receiveAToken)',
]);

/** An asset of an action: the prefix of its fields, and the parameters of its token and amount. */
type Asset = readonly [prefix: string, token: string, amount?: string];

const RESERVE: readonly Asset[] = [['', 'reserve', 'amount']];
const COLLATERAL: readonly Asset[] = [['', 'reserve']];
const ACTIONS: ReadonlyMap<string, readonly [type: string, assets: readonly Asset[]]> = new Map([
  ['Borrow', ['borrow', RESERVE]],
  ['Supply', ['supply', RESERVE]],
  ['Withdraw', ['withdraw', RESERVE]],
  ['Repay', ['repay', RESERVE]],
  ['FlashLoan', ['flash_loan', [['', 'asset', 'amount']]]],
  ['ReserveUsedAsCollateralEnabled', ['enable_collateral', COLLATERAL]],
  ['ReserveUsedAsCollateralDisabled', ['disable_collateral', COLLATERAL]],
  [
    'LiquidationCall',
    [
      'liquidation_call',
      [
        ['debt_', 'debtAsset', 'debtToCover'],
        ['collateral_', 'collateralAsset', 'liquidatedCollateralAmount'],
      ],
    ],
  ],
]);

/** First topics of the events of Aave v3 pools that are actions. */
export const AAVE_TOPICS: readonly Buffer[] = EVENTS.topics;

/** The action of a pool event; undefined when it does not decode or token facts are missing (see the lookup). */
export function decodeAaveAction(
  log: EvmLog,
  blockNumber: number,
  facts: FactLookup,
): TransactionAction | undefined {
  const event = EVENTS.read(log);
  const [type, assets] = ACTIONS.get(event?.name ?? '') ?? [];
  if (event === undefined || type === undefined || assets === undefined) return undefined;
  const data: Record<string, string | number | null> = {};
  for (const part of assets.map((asset) => readAsset(event, asset, facts))) {
    if (part === undefined) return undefined;
    Object.assign(data, part);
  }
  return { protocol: 'aave_v3', type, data: { ...data, block_number: blockNumber } };
}

function readAsset({ words }: ReadEvent, [prefix, tokenName, amountName]: Asset, facts: FactLookup) {
  const address = wordToAddress(words.get(tokenName));
  const token = address && facts.findToken(bufferToHex(address));
  if (!token) return undefined;
  const amount = words.get(amountName ?? '');
  return {
    ...(amount && { [`${prefix}amount`]: formatTokenAmount(bufferToBigint(amount), token) }),
    [`${prefix}symbol`]: token.symbol,
    [`${prefix}address`]: bufferToAddress(address),
  };
}
