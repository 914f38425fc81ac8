import { SYSTEM_ADDRESS, TRANSFER_TOPIC } from './coin-logs';
import { bufferToBigint, hexToBuffer } from './hex';
import { hasTrait, higherTokenType, type TokenType } from './token-standards';
import { readUint, readWordArray, WORD, wordToAddress } from './words';
import { ZERO_ADDRESS } from './zero-address';

/** A receipt's log: 20-byte address, up to four 32-byte topics. */
export type EvmLog = Readonly<{
  logIndex: number;
  address: Buffer;
  topics: readonly Buffer[];
  data: Buffer;
}>;

/**
 * A token transfer. ERC-20: `amount`. ERC-721: one of `tokenIds`. ERC-1155 and ERC-6909: `tokenIds` and `amounts` of
 * equal length. ERC-404: one of the two is empty. ERC-7984: `encryptedAmount`, a handle. Otherwise null.
 */
export type TokenTransfer = {
  logIndex: number;
  token: Buffer;
  tokenType: TokenType;
  from: Buffer;
  to: Buffer;
  amount: bigint | null;
  tokenIds: bigint[] | null;
  amounts: bigint[] | null;
  encryptedAmount: Buffer | null;
};

type Decoder = (log: EvmLog) => TokenTransfer | undefined;
type TransferValues = Partial<Pick<TokenTransfer, 'amount' | 'tokenIds' | 'amounts' | 'encryptedAmount'>>;
type Parties = { from: Buffer | undefined; to: Buffer | undefined };

/** Topic of Deposit(address,uint256): coin was wrapped. */
export const DEPOSIT_TOPIC = hexToBuffer(
  '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
);
/** Topic of Withdrawal(address,uint256): coin was unwrapped. */
export const WITHDRAWAL_TOPIC = hexToBuffer(
  '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
);
const DEPOSIT = DEPOSIT_TOPIC.toString('latin1');
const WITHDRAWAL = WITHDRAWAL_TOPIC.toString('latin1');

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  [TRANSFER_TOPIC.toString('latin1'), decodeTransfer],
  [DEPOSIT, decodeDeposit],
  [WITHDRAWAL, decodeWithdrawal],
  // TransferSingle(address,address,address,uint256,uint256)
  [topicKey('0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'), decodeSingle],
  // TransferBatch(address,address,address,uint256[],uint256[])
  [topicKey('0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'), decodeBatch],
  // Transfer(address,address,address,uint256,uint256)
  [topicKey('0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859'), decodeErc6909],
  // ERC20Transfer(address,address,uint256)
  [topicKey('0xe59fdd36d0d223c0c7d996db7ad796880f45e1936cb0bb7ac102e7082e031487'), decodeErc404Amount],
  // ERC721Transfer(address,address,uint256)
  [topicKey('0xe5f815dc84b8cecdfd4beedfc3f91ab5be7af100eca4e8fb11552b867995394f'), decodeErc404Id],
  // ConfidentialTransfer(address,address,bytes32)
  [topicKey('0x67500e8d0ed826d2194f514dd0d8124f35648ab6e3fb5e6ed867134cffe661e9'), decodeConfidential],
]);

/**
 * The token transfers of ONE transaction, in log order; malformed logs and those of coin transfers are skipped. A deposit
 * or withdrawal is skipped when the contract also emitted the equal mint or burn, each of which stands for one, or when its
 * standard cannot wrap coins.
 */
export function decodeTransfers(logs: readonly EvmLog[]): TokenTransfer[] {
  const transfers: TokenTransfer[] = [];
  const wrappings = new Set<TokenTransfer>();
  for (const log of logs) {
    if (log.address.equals(SYSTEM_ADDRESS)) continue;
    const key = log.topics[0]?.toString('latin1');
    const transfer = key === undefined ? undefined : DECODERS.get(key)?.(log);
    if (!transfer) continue;
    transfers.push(transfer);
    if (key === DEPOSIT || key === WITHDRAWAL) wrappings.add(transfer);
  }
  return wrappings.size === 0 ? transfers : dropWrappings(transfers, wrappings);
}

function dropWrappings(transfers: TokenTransfer[], wrappings: ReadonlySet<TokenTransfer>): TokenTransfer[] {
  const equals = new Map<string, number>();
  const types = new Map<string, TokenType>();
  for (const transfer of transfers) {
    if (wrappings.has(transfer)) continue;
    const { token, tokenType } = transfer;
    const key = token.toString('latin1');
    types.set(key, higherTokenType(types.get(key) ?? tokenType, tokenType));
    const equal = transferKey(transfer);
    if (tokenType === 'ERC-20') equals.set(equal, (equals.get(equal) ?? 0) + 1);
  }
  return transfers.filter((transfer) => {
    if (!wrappings.has(transfer)) return true;
    const equal = transferKey(transfer);
    const left = equals.get(equal) ?? 0;
    equals.set(equal, left - 1);
    return left <= 0 && !hasTrait(types.get(transfer.token.toString('latin1')), 'no deposits');
  });
}

function transferKey({ token, from, to, amount }: TokenTransfer): string {
  return `${token.toString('latin1')}${from.toString('latin1')}${to.toString('latin1')}${amount}`;
}

function decodeTransfer(log: EvmLog): TokenTransfer | undefined {
  const { topics, data } = log;
  if (topics.length === 3) {
    const amount = readUint(data, 0);
    return amount === undefined ? undefined : build(log, 'ERC-20', { ...indexedParties(log, 1), amount });
  }
  if (topics.length === 4) return build(log, 'ERC-721', { ...indexedParties(log, 1), ...topicId(topics[3]) });
  if (topics.length !== 1) return undefined;
  // Early NFT contracts index nothing: addresses and ID are in the data.
  const tokenId = readUint(data, 2 * WORD);
  if (tokenId === undefined) return undefined;
  const from = wordToAddress(data.subarray(0, WORD));
  const to = wordToAddress(data.subarray(WORD, 2 * WORD));
  return build(log, 'ERC-721', { from, to, tokenIds: [tokenId] });
}

function decodeDeposit(log: EvmLog): TokenTransfer | undefined {
  const amount = log.topics.length === 2 ? readUint(log.data, 0) : undefined;
  if (amount === undefined) return undefined;
  return build(log, 'ERC-20', { from: ZERO_ADDRESS, to: wordToAddress(log.topics[1]), amount });
}

function decodeWithdrawal(log: EvmLog): TokenTransfer | undefined {
  const amount = log.topics.length === 2 ? readUint(log.data, 0) : undefined;
  if (amount === undefined) return undefined;
  return build(log, 'ERC-20', { from: wordToAddress(log.topics[1]), to: ZERO_ADDRESS, amount });
}

function decodeSingle(log: EvmLog): TokenTransfer | undefined {
  const tokenId = readUint(log.data, 0);
  const amount = readUint(log.data, WORD);
  if (tokenId === undefined || amount === undefined) return undefined;
  return build(log, 'ERC-1155', { ...indexedParties(log, 2), tokenIds: [tokenId], amounts: [amount] });
}

function decodeBatch(log: EvmLog): TokenTransfer | undefined {
  const tokenIds = readWordArray(log.data, 0);
  const amounts = readWordArray(log.data, WORD);
  if (!tokenIds || tokenIds.length === 0 || tokenIds.length !== amounts?.length) return undefined;
  return build(log, 'ERC-1155', {
    ...indexedParties(log, 2),
    tokenIds: tokenIds.map(bufferToBigint),
    amounts: amounts.map(bufferToBigint),
  });
}

function decodeErc6909(log: EvmLog): TokenTransfer | undefined {
  const amount = log.topics.length === 4 ? readUint(log.data, WORD) : undefined;
  if (amount === undefined) return undefined;
  return build(log, 'ERC-6909', { ...indexedParties(log, 1), ...topicId(log.topics[3]), amounts: [amount] });
}

function decodeErc404Amount(log: EvmLog): TokenTransfer | undefined {
  const amount = log.topics.length === 3 ? readUint(log.data, 0) : undefined;
  if (amount === undefined) return undefined;
  return build(log, 'ERC-404', { ...indexedParties(log, 1), tokenIds: [], amounts: [amount] });
}

function decodeErc404Id(log: EvmLog): TokenTransfer | undefined {
  if (log.topics.length !== 4) return undefined;
  return build(log, 'ERC-404', { ...indexedParties(log, 1), ...topicId(log.topics[3]), amounts: [] });
}

function decodeConfidential(log: EvmLog): TokenTransfer | undefined {
  const handle = log.topics[3];
  return handle && build(log, 'ERC-7984', { ...indexedParties(log, 1), encryptedAmount: handle });
}

function indexedParties({ topics }: EvmLog, fromTopic: 1 | 2): Parties {
  return { from: wordToAddress(topics[fromTopic]), to: wordToAddress(topics[fromTopic + 1]) };
}

function topicId(topic: Buffer | undefined): TransferValues {
  return topic ? { tokenIds: [bufferToBigint(topic)] } : {};
}

function build(
  log: EvmLog,
  tokenType: TokenType,
  { from, to, ...values }: Parties & TransferValues,
): TokenTransfer | undefined {
  if (!from || !to) return undefined;
  const { amount = null, tokenIds = null, amounts = null, encryptedAmount = null } = values;
  return {
    logIndex: log.logIndex,
    token: log.address,
    tokenType,
    from,
    to,
    amount,
    tokenIds,
    amounts,
    encryptedAmount,
  };
}

function topicKey(hex: string): string {
  return hexToBuffer(hex).toString('latin1');
}
