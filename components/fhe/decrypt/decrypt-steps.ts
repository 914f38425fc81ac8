import {
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  isAddressEqual,
  isHex,
  parseAbi,
} from 'viem/utils';
import { requestAccount, requestChain, type Wallet } from '@/components/contract/wallets';
import { t } from '@/lib/language/t';
import type { Keys } from './kms';
import { DecryptProblem } from './problem';
import { askRelayer } from './relayer';

/** A value to decrypt, and by whom: addresses are hex. */
export type DecryptRequest = Readonly<{
  handle: `0x${string}`;
  chain: Readonly<{ id: number; name: string }>;
  relayerUrl: string;
  acl: `0x${string}`;
  kmsVerifier: `0x${string}`;
  /** Contracts that may use the value: a request names one of them. */
  contracts: readonly `0x${string}`[];
  /** Delegations in force of accounts that may decrypt it; no contract: for any. */
  delegations: readonly Delegation[];
}>;
type Delegation = Readonly<
  Record<'delegator' | 'delegate', `0x${string}`> & { contract: `0x${string}` | null }
>;
/** What is being waited for. */
export type Waiting = 'wallet' | 'relayer';
/** The value as text, who decrypted it, and in whose name if by a delegation. */
export type Decrypted = Readonly<{ value: string; account: string; delegator: string | undefined }>;

const ABI = parseAbi([
  'function persistAllowed(bytes32 handle, address account) view returns (bool)',
  'function isHandleDelegatedForUserDecryption(address delegator, address delegate, address contractAddress, bytes32 handle) view returns (bool)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'function getKmsSigners() view returns (address[])',
]);
const VALID_DAYS = 1;
/** Clocks differ, and a request from the future is refused. */
const EARLIER_S = 60;
/** The current context of the KMS. */
const EXTRA_DATA = '0x00';
const MAX_SIGNERS = 64;
/** Questions whether a delegation is in force. */
const MAX_ASKED = 32;
const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const KEY_AND_CONTRACTS = [
  { name: 'publicKey', type: 'bytes' },
  { name: 'contractAddresses', type: 'address[]' },
];
const VALIDITY = [
  { name: 'startTimestamp', type: 'uint256' },
  { name: 'durationDays', type: 'uint256' },
  { name: 'extraData', type: 'bytes' },
];

/**
 * Has the KMS encrypt a value anew for a key pair of this page, at the request that the wallet signs, and decrypts it. What
 * the contracts say is read through the wallet. The chain of the wallet must be right. Throws DecryptProblem, or what the
 * wallet throws.
 */
export async function decryptHandle(
  wallet: Wallet,
  request: DecryptRequest,
  waitFor: (what: Waiting) => void,
): Promise<Decrypted> {
  const shared = await requestAccount(wallet);
  if (shared === undefined) throw new DecryptProblem(t('The wallet returned no account.'));
  const account = getAddress(shared);
  const right = await findRight(wallet, request, account);
  const gateway = await readGateway(wallet, request);
  const { createKeys, openShares } = await import('./kms');
  const keys = await createKeys();
  try {
    const signed = await signRequest(wallet, request, { account, ...right, keys, gateway });
    waitFor('relayer');
    const operation = right.delegator === undefined ? 'user-decrypt' : 'delegated-user-decrypt';
    const shares = await askRelayer(request.relayerUrl, signed, operation);
    const expected = { account, handle: request.handle, gateway, signers: gateway.signers };
    const value = formatValue(openShares(keys, shares, expected), request.handle);
    return { value, account, delegator: right.delegator };
  } finally {
    keys.secret.free();
  }
}

/** Whether the wallet is on the chain of the value; otherwise what to say of it. */
export async function describeOtherChain(
  wallet: Wallet,
  { chain }: DecryptRequest,
): Promise<string | undefined> {
  const current = await requestChain(wallet);
  return current === chain.id
    ? undefined
    : t('The wallet is on chain {current}, this value on {name}.', { current, name: chain.name });
}

/** The contract to name, and in whose name: of the account itself without a delegator. */
type Right = Readonly<{ contract: `0x${string}`; delegator: `0x${string}` | undefined }>;

/** The contract may use the value, as the account or its delegator must, and is another. */
async function findRight(wallet: Wallet, request: DecryptRequest, account: `0x${string}`): Promise<Right> {
  const { acl, handle, contracts } = request;
  const isAllowed = async (who: `0x${string}`) => {
    const args = [handle, who] as const;
    const data = encodeFunctionData({ abi: ABI, functionName: 'persistAllowed', args });
    const answer = await call(wallet, acl, data);
    return read(() => decodeFunctionResult({ abi: ABI, functionName: 'persistAllowed', data: answer }));
  };
  if (!(await isAllowed(account))) return findDelegated(wallet, request, account);
  for (const contract of contracts)
    if (!isAddressEqual(contract, account) && (await isAllowed(contract)))
      return { contract: getAddress(contract), delegator: undefined };
  throw new DecryptProblem(
    t('No contract is known through which {account} may decrypt this value.', { account }),
  );
}

/** The first delegation to the account that the ACL says is in force for the value. */
async function findDelegated(
  wallet: Wallet,
  { acl, handle, contracts, delegations }: DecryptRequest,
  account: `0x${string}`,
): Promise<Right> {
  const functionName = 'isHandleDelegatedForUserDecryption';
  const asked = delegations
    .filter(({ delegate }) => isAddressEqual(delegate, account))
    .flatMap(({ delegator, contract }) =>
      (contract === null ? contracts : [contract]).map((named) => ({ delegator, contract: named })),
    );
  for (const { delegator, contract } of asked.slice(0, MAX_ASKED)) {
    const args = [delegator, account, contract, handle] as const;
    const data = await call(wallet, acl, encodeFunctionData({ abi: ABI, functionName, args }));
    if (read(() => decodeFunctionResult({ abi: ABI, functionName, data })))
      return { contract: getAddress(contract), delegator: getAddress(delegator) };
  }
  throw new DecryptProblem(
    t('{account} may not decrypt this value: the ACL has no grant for it.', { account }),
  );
}

type Gateway = Readonly<{ chainId: bigint; contract: `0x${string}`; signers: readonly `0x${string}`[] }>;

async function readGateway(wallet: Wallet, { kmsVerifier }: DecryptRequest): Promise<Gateway> {
  const ask = (functionName: 'eip712Domain' | 'getKmsSigners') =>
    call(wallet, kmsVerifier, encodeFunctionData({ abi: ABI, functionName }));
  const [domain, signers] = [await ask('eip712Domain'), await ask('getKmsSigners')];
  return read(() => {
    const [, , , chainId, contract] = decodeFunctionResult({
      abi: ABI,
      functionName: 'eip712Domain',
      data: domain,
    });
    const all = decodeFunctionResult({ abi: ABI, functionName: 'getKmsSigners', data: signers });
    if (all.length === 0 || all.length > MAX_SIGNERS) throw new RangeError('another number of signers');
    return { chainId, contract, signers: all };
  });
}

async function call(wallet: Wallet, to: string, data: string): Promise<`0x${string}`> {
  const answer = await wallet.request({ method: 'eth_call', params: [{ to, data }, 'latest'] });
  return read(() => {
    if (!isHex(answer)) throw new TypeError('not hex');
    return answer;
  });
}

function read<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    throw new DecryptProblem(t('The wallet could not read the contracts of the fhEVM on this chain.'));
  }
}

type Signing = Right & Readonly<{ account: `0x${string}`; keys: Keys; gateway: Gateway }>;

async function signRequest(wallet: Wallet, { chain, handle }: DecryptRequest, signing: Signing) {
  const { account, contract, delegator, keys, gateway } = signing;
  const validity = {
    startTimestamp: String(Math.floor(Date.now() / 1_000) - EARLIER_S),
    durationDays: String(VALID_DAYS),
  };
  const told = { contractAddresses: [contract], extraData: EXTRA_DATA };
  const isOwn = delegator === undefined;
  const primaryType = isOwn ? 'UserDecryptRequestVerification' : 'DelegatedUserDecryptRequestVerification';
  const inNameOf = isOwn ? [] : [{ name: 'delegatorAddress', type: 'address' }];
  const typed = {
    types: { EIP712Domain: DOMAIN_TYPE, [primaryType]: [...KEY_AND_CONTRACTS, ...inNameOf, ...VALIDITY] },
    primaryType,
    domain: { name: 'Decryption', version: '1', chainId: chain.id, verifyingContract: gateway.contract },
    message: {
      publicKey: keys.publicKey,
      ...told,
      ...validity,
      ...(!isOwn && { delegatorAddress: delegator }),
    },
  };
  const params = [account, JSON.stringify(typed)];
  const signature = await wallet.request({ method: 'eth_signTypedData_v4', params });
  if (!isHex(signature) || signature.length < 132 || signature.length > 10_000)
    throw new DecryptProblem(t('The wallet did not return a signature.'));
  return {
    handleContractPairs: [{ handle, contractAddress: contract }],
    contractsChainId: String(chain.id),
    ...told,
    ...(isOwn
      ? { requestValidity: validity, userAddress: account }
      : { ...validity, delegatorAddress: delegator, delegateAddress: account }),
    signature: signature.slice(2),
    publicKey: keys.publicKey.slice(2),
  };
}

/** By the type in the handle: `true` or `false`, an address, or a decimal number. */
function formatValue(value: bigint, handle: string): string {
  const type = Number.parseInt(handle.slice(-4, -2), 16);
  if (type === 0) return String(value === 1n);
  return type === 7 ? getAddress(`0x${value.toString(16).padStart(40, '0')}`) : String(value);
}
