import { decodeEventLog, type Hex, parseAbi, toFunctionSelector } from 'viem';
import { z } from 'zod';
import { asList, createNodeRequest } from '@/demo/node-request';
import { listOperations, operationEvent } from '@/lib/evm/fhe-operations';
import { findDeployments } from '@/lib/fhe/deployments';

const OPERATIONS = parseAbi(listOperations().map(operationEvent));
const EVENTS = parseAbi([
  'event VerifyInput(address indexed caller, bytes32 inputHandle, address userAddress, bytes inputProof, uint8 inputType, bytes32 result)',
  'event Allowed(address indexed caller, address indexed account, bytes32 handle)',
  'event AllowedForDecryption(address indexed caller, bytes32[] handlesList)',
  'event PublicDecryptionVerified(bytes32[] handlesList, bytes abiEncodedCleartexts)',
  'event ConfidentialTransfer(address indexed from, address indexed to, bytes32 indexed amount)',
  'event AmountDiscloseRequested(bytes32 indexed encryptedAmount, address indexed requester)',
  'event AmountDisclosed(bytes32 indexed encryptedAmount, uint64 amount)',
  'event UnwrapRequested(address indexed receiver, bytes32 indexed unwrapRequestId, bytes32 amount)',
  'event UnwrapFinalized(address indexed receiver, bytes32 indexed unwrapRequestId, bytes32 encryptedAmount, uint64 cleartextAmount)',
  'event Wrap(address indexed to, uint256 roundedAmount, bytes32 encryptedWrappedAmount)',
  'event BridgeHandle(address indexed senderDapp, bytes32 srcHandle, uint64 dstChainId, bytes32 guid)',
  'event HandleBridged(address indexed receiverDapp, bytes32 srcHandle, bytes32 dstHandle, bytes32 guid)',
  'event FallbackGrantedPlaintext(bytes32 indexed dstHandle, uint256 plaintext)',
]);
const DELEGATIONS = parseAbi([
  'event DelegatedForUserDecryption(address indexed delegator, address indexed delegate, address contractAddress, uint64 delegationCounter, uint64 oldExpirationDate, uint64 newExpirationDate)',
  'event RevokedDelegationForUserDecryption(address indexed delegator, address indexed delegate, address contractAddress, uint64 delegationCounter, uint64 oldExpirationDate)',
]);
/** Arguments of these events that are handles. */
const HANDLES = [
  ...['result', 'handle', 'handlesList', 'amount', 'encryptedAmount', 'encryptedWrappedAmount'],
  ...['srcHandle', 'dstHandle'],
];
/** Who has to log it; the others are of apps. */
const HOSTS: Readonly<Record<string, Host>> = {
  VerifyInput: 'executor',
  Allowed: 'acl',
  AllowedForDecryption: 'acl',
  BridgeHandle: 'bridge',
  HandleBridged: 'bridge',
  FallbackGrantedPlaintext: 'bridge',
};
type Host = 'executor' | 'acl' | 'bridge';
const ZERO = `0x${'0'.repeat(64)}`;

const rawLog = z.object({
  address: z.string(),
  topics: z.array(z.string().transform((text): Hex => `0x${text.slice(2)}`)),
  data: z.string().transform((text): Hex => `0x${text.slice(2)}`),
  transactionHash: z.string(),
  logIndex: z.string().transform(Number),
});
const handles = z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]);

/** What names a handle, oldest first, as `role event transaction log`; the accounts that may decrypt it. */
export type Life = { history: string[]; accounts: Set<string>; operands: Set<string> };

/** The lives of all handles of the demo by its raw logs, decoded with viem alone. */
export async function walkHandles(rpcUrl: string): Promise<Map<string, Life>> {
  const isHost = await findHosts(rpcUrl);
  const lives = new Map<string, Life>();
  const apps: { handle: string; emitter: string; entry: string; at: number }[] = [];
  const entries: { handle: string; entry: string; at: number }[] = [];
  const lifeOf = (handle: string) => {
    const life = lives.get(handle) ?? { history: [], accounts: new Set(), operands: new Set() };
    lives.set(handle, life);
    return life;
  };
  const logs = await fetchLogs(rpcUrl);
  for (const [at, log] of logs.entries()) {
    const write = (role: string, event: string) => `${role} ${event} ${log.transactionHash} ${log.logIndex}`;
    const operation = isHost(log.address, 'executor') ? decode(OPERATIONS, log) : undefined;
    if (operation) {
      const operands = operandsOf(operation.args);
      const result = handles.parse(operation.args.result)[0] ?? '';
      for (const handle of operands)
        entries.push({ handle, entry: write('operand', operation.eventName), at });
      entries.push({ handle: result, entry: write('result', operation.eventName), at });
      for (const handle of operands) lifeOf(result).operands.add(handle);
      continue;
    }
    const event = decode(EVENTS, log);
    if (!event) continue;
    const host = HOSTS[event.eventName];
    if (host && !isHost(log.address, host)) continue;
    const named = HANDLES.flatMap((name) => handles.parse(event.args[name]));
    for (const handle of new Set(named)) {
      const entry = write('event', event.eventName);
      if (host) entries.push({ handle, entry, at });
      else apps.push({ handle, emitter: log.address.toLowerCase(), entry, at });
      if (event.eventName === 'Allowed')
        lifeOf(handle).accounts.add(String(event.args.account).toLowerCase());
    }
  }
  const genuine = apps.filter(({ handle, emitter }) => lives.get(handle)?.accounts.has(emitter));
  for (const { handle, entry } of [...entries, ...genuine].sort((one, other) => one.at - other.at))
    if (handle !== ZERO) lifeOf(handle).history.push(entry);
  lives.delete(ZERO);
  return lives;
}

/**
 * What every account may decrypt, and the delegations by and to it, by its address in lower case, each newest first: first
 * grants as `handle transaction log`, delegations with their last change and expiry (0: revoked).
 */
export type Rights = ReadonlyMap<string, { handles: string[]; delegations: string[] }>;

/** The rights of all accounts of the demo by its raw logs, decoded with viem alone. */
export async function walkRights(rpcUrl: string): Promise<Rights> {
  const isHost = await findHosts(rpcUrl);
  const rights = new Map<string, { handles: string[]; delegations: string[] }>();
  const rightsOf = (account: string) => {
    const found = rights.get(account) ?? { handles: [], delegations: [] };
    rights.set(account, found);
    return found;
  };
  for (const log of await fetchLogs(rpcUrl)) {
    if (!isHost(log.address, 'acl')) continue;
    const at = `${log.transactionHash} ${log.logIndex}`;
    const grant = decode(EVENTS, log);
    if (grant?.eventName === 'Allowed') {
      const { handles: known } = rightsOf(String(grant.args.account).toLowerCase());
      if (!known.some((one) => one.startsWith(`${grant.args.handle} `)))
        known.unshift(`${grant.args.handle} ${at}`);
    }
    const change = decode(DELEGATIONS, log);
    if (change === undefined) continue;
    const [delegator, delegate, contract] = [
      change.args.delegator,
      change.args.delegate,
      change.args.contractAddress,
    ].map((one) => String(one).toLowerCase());
    const key = `${delegator} ${delegate} ${contract} `;
    const isGiven = change.eventName === 'DelegatedForUserDecryption';
    for (const account of new Set([delegator ?? '', delegate ?? ''])) {
      const { delegations } = rightsOf(account);
      const earlier = delegations.findIndex((one) => one.startsWith(key));
      if (earlier >= 0) delegations.splice(earlier, 1);
      delegations.unshift(`${key}${isGiven ? change.args.newExpirationDate : 0} ${at}`);
    }
  }
  return rights;
}

async function fetchLogs(rpcUrl: string) {
  const logs = await createNodeRequest(rpcUrl)('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }]);
  return asList(logs).map((log) => rawLog.parse(log));
}

/** Whether an address is a host contract of the demo: the published ones, and the bridge that the ACL names. */
async function findHosts(rpcUrl: string): Promise<(address: string, host: Host) => boolean> {
  const [deployment] = findDeployments(31337);
  const data = toFunctionSelector('getConfidentialBridgeAddress()');
  const word = await createNodeRequest(rpcUrl)('eth_call', [{ to: deployment?.acl, data }, 'latest']);
  const hosts = { ...deployment, bridge: `0x${z.string().parse(word).slice(-40)}` };
  return (address, host) => address.toLowerCase() === hosts[host]?.toLowerCase();
}

function decode(abi: typeof OPERATIONS | typeof EVENTS | typeof DELEGATIONS, log: z.output<typeof rawLog>) {
  const [first, ...others] = log.topics;
  if (first === undefined) return undefined;
  try {
    const { eventName, args } = decodeEventLog({ abi, data: log.data, topics: [first, ...others] });
    return { eventName: String(eventName), args: z.record(z.string(), z.unknown()).parse(args) };
  } catch {
    return undefined;
  }
}

function operandsOf(args: Readonly<Record<string, unknown>>): Set<string> {
  const isScalar = args.scalarByte === '0x01';
  const names = [
    ...['lhs', 'factor1'],
    ...(isScalar ? [] : ['rhs']),
    // Bit 0 of a FheMulDiv is its divisor, always plain, bit 1 its second factor.
    ...(args.scalarByte === '0x03' ? [] : ['factor2']),
    'ct',
    'control',
    'ifTrue',
    'ifFalse',
    'value',
    'values',
  ];
  return new Set(names.flatMap((name) => handles.parse(args[name])));
}
