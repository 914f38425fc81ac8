import type { AbiFunction } from 'viem';
import { parseAbiItem } from 'viem/utils';
import { type DecodedCall, itemSelector, itemText } from './abi';
import { decodeExactCall, decodeStrictly, type ExactCall } from './guess-call';
import { hexToBuffer } from './hex';
import type { Signatures } from './signatures';

const PERMIT = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';
const TRANSFER = '(address from, address to, uint160 amount, address token)';
const EXACT_IN = 'address recipient, uint256 amountIn, uint256 amountOutMin';
const EXACT_OUT = 'address recipient, uint256 amountOut, uint256 amountInMax';
const HOPS = 'uint256[] minHopPriceX36';
const DEPOSIT =
  '(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message, bool useNative)';

/**
 * The inputs of the commands of Uniswap's Universal Router, by their byte: of routers 1 to 2.1.1, as
 * `@uniswap/universal-router-sdk` 5.13.0 (MIT) publishes it.
 */
const COMMANDS: ReadonlyMap<number, readonly string[]> = new Map([
  swap(0x00, 'V3_SWAP_EXACT_IN', `${EXACT_IN}, bytes path, bool payerIsUser`),
  swap(0x01, 'V3_SWAP_EXACT_OUT', `${EXACT_OUT}, bytes path, bool payerIsUser`),
  [0x02, ['PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)']],
  [
    0x03,
    [
      `PERMIT2_PERMIT_BATCH((${PERMIT}[] details, address spender, uint256 sigDeadline) permit, bytes signature)`,
    ],
  ],
  [0x04, ['SWEEP(address token, address recipient, uint256 amountMin)']],
  [0x05, ['TRANSFER(address token, address recipient, uint256 value)']],
  [0x06, ['PAY_PORTION(address token, address recipient, uint256 bips)']],
  [0x07, ['PAY_PORTION_FULL_PRECISION(address token, address recipient, uint256 portion)']],
  swap(0x08, 'V2_SWAP_EXACT_IN', `${EXACT_IN}, address[] path, bool payerIsUser`),
  swap(0x09, 'V2_SWAP_EXACT_OUT', `${EXACT_OUT}, address[] path, bool payerIsUser`),
  [
    0x0a,
    [`PERMIT2_PERMIT((${PERMIT} details, address spender, uint256 sigDeadline) permit, bytes signature)`],
  ],
  [0x0b, ['WRAP_ETH(address recipient, uint256 amount)']],
  [0x0c, ['UNWRAP_WETH(address recipient, uint256 amountMin)']],
  [0x0d, [`PERMIT2_TRANSFER_FROM_BATCH(${TRANSFER}[] transferFrom)`]],
  [0x0e, ['BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)']],
  [0x10, ['V4_SWAP(bytes actions, bytes[] params)']],
  [
    0x13,
    [
      'V4_INITIALIZE_POOL((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey, uint160 sqrtPriceX96)',
    ],
  ],
  [0x21, ['EXECUTE_SUB_PLAN(bytes commands, bytes[] inputs)']],
  [0x40, [`ACROSS_V4_DEPOSIT_V3(${DEPOSIT} params)`]],
]);
/** Permits and calls of position managers: their input is a call. */
const CALLS: ReadonlySet<number> = new Set([0x11, 0x12, 0x14]);
/** Below it, routers of all versions, and of others than Uniswap, agree on what a command means. */
const FIRST_DISPUTED = 0x10;
/** The highest bit says that the command may fail. */
const COMMAND_BITS = 0x7f;

const parsed = new Map<string, AbiFunction>();

/**
 * Decodes the input of a command byte of the Universal Router: `method_id` is the command in 2 hex digits. Undefined
 * unless the values encode back to the very bytes.
 */
export function decodeRouterCommand(
  byte: number,
  input: Buffer,
  sources: readonly Signatures[],
): ExactCall | undefined {
  const command = byte & COMMAND_BITS;
  if (CALLS.has(command)) return decodeExactCall(input, sources);
  const call = decodeFirst(COMMANDS.get(command) ?? [], input);
  if (call === undefined) return undefined;
  const method_id = command.toString(16).padStart(2, '0');
  return { call: { ...call, method_id }, source: command < FIRST_DISPUTED ? 'known' : 'guess' };
}

/** The parameters that a decoded command was declared with; undefined for one that is a call. */
export function findCommandInputs(call: DecodedCall): AbiFunction['inputs'] | undefined {
  const declarations = COMMANDS.get(Number.parseInt(call.method_id, 16)) ?? [];
  return declarations.flatMap((one) => toItem(one) ?? []).find((item) => itemText(item) === call.method_call)
    ?.inputs;
}

function decodeFirst(declarations: readonly string[], input: Buffer): DecodedCall | undefined {
  for (const declaration of declarations) {
    const item = toItem(declaration);
    // inputs have no selector
    const call = item && decodeStrictly(Buffer.concat([hexToBuffer(itemSelector(item)), input]), item);
    if (call) return call;
  }
  return undefined;
}

function toItem(declaration: string): AbiFunction | undefined {
  const known = parsed.get(declaration);
  if (known) return known;
  const item = parseAbiItem(`function ${declaration}`);
  if (item.type !== 'function') return undefined;
  parsed.set(declaration, item);
  return item;
}

/** Since router 2.1.1 a swap may bound the price of each of its hops. */
function swap(command: number, name: string, parameters: string): [number, string[]] {
  return [command, [`${name}(${parameters})`, `${name}(${parameters}, ${HOPS})`]];
}
