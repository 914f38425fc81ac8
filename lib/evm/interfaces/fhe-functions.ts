import { type FheOperationName, listOperations, operationShape } from '@/lib/evm/fhe-operations';

const OTHERS = [
  // FHEVMExecutor
  'function verifyInput(bytes32 inputHandle, address userAddress, bytes inputProof, uint8 inputType) returns (bytes32 result)',
  'function getACLAddress() view returns (address)',
  'function getHCULimitAddress() view returns (address)',
  'function getInputVerifierAddress() view returns (address)',
  'function getHandleVersion() view returns (uint8)',
  // ACL
  'function allow(bytes32 handle, address account)',
  'function allowTransient(bytes32 ciphertext, address account)',
  'function allowForDecryption(bytes32[] handlesList)',
  'function isAllowed(bytes32 handle, address account) view returns (bool)',
  'function allowedTransient(bytes32 handle, address account) view returns (bool)',
  'function persistAllowed(bytes32 handle, address account) view returns (bool)',
  'function isAllowedForDecryption(bytes32 handle) view returns (bool)',
  'function cleanTransientStorage()',
  'function delegateForUserDecryption(address delegate, address contractAddress, uint64 expirationDate)',
  'function revokeDelegationForUserDecryption(address delegate, address contractAddress)',
  'function isHandleDelegatedForUserDecryption(address delegator, address delegate, address contractAddress, bytes32 handle) view returns (bool)',
  'function getUserDecryptionDelegationExpirationDate(address delegator, address delegate, address contractAddress) view returns (uint64)',
  'function invalidateDecryptionSignaturesBefore(uint256 beforeTimestamp)',
  'function decryptionSignatureInvalidatedBefore(address account) view returns (uint256)',
  'function blockAccount(address account)',
  'function unblockAccount(address account)',
  'function isAccountDenied(address account) view returns (bool)',
  'function getFHEVMExecutorAddress() view returns (address)',
  'function getPauserSetAddress() view returns (address)',
  'function getConfidentialBridgeAddress() view returns (address)',
  // HCULimit
  'function setHCUPerBlock(uint48 hcuPerBlock)',
  'function setMaxHCUPerTx(uint48 maxHCUPerTx)',
  'function setMaxHCUDepthPerTx(uint48 maxHCUDepthPerTx)',
  'function addToBlockHCUWhitelist(address account)',
  'function removeFromBlockHCUWhitelist(address account)',
  'function isBlockHCUWhitelisted(address account) view returns (bool)',
  'function getBlockMeter() view returns (uint48 blockNumber, uint48 usedHCU)',
  'function getGlobalHCUCapPerBlock() view returns (uint48)',
  'function getMaxHCUPerTx() view returns (uint48)',
  'function getMaxHCUDepthPerTx() view returns (uint48)',
  // InputVerifier and KMSVerifier
  'function verifyInput((address userAddress, address contractAddress) context, bytes32 inputHandle, bytes inputProof) returns (bytes32)',
  'function verifyDecryptionEIP712KMSSignatures(bytes32[] handlesList, bytes decryptedResult, bytes decryptionProof) returns (bool)',
  'function defineNewContext(address[] newSignersSet, uint256 newThreshold)',
  'function setThreshold(uint256 threshold)',
  'function isSigner(address account) view returns (bool)',
  'function getCoprocessorSigners() view returns (address[])',
  'function getKmsSigners() view returns (address[])',
  // PauserSet
  'function addPauser(address account)',
  'function removePauser(address account)',
  'function swapPauser(address oldAccount, address newAccount)',
  'function isPauser(address account) view returns (bool)',
] as const;

/** Operations since 0.13: what HCULimit is told of them names the caller in every version. */
const NEWER: ReadonlySet<FheOperationName> = new Set(['FheSum', 'FheIsIn', 'FheMulDiv']);

/**
 * Functions of fhEVM's host contracts: an FHEVMExecutor's operations with what it tells HCULimit of each, before and since
 * 0.12, and those of the ACL, the verifiers and the pausers.
 */
export const FHE_HOST_FUNCTIONS: readonly string[] = [
  ...listOperations().flatMap((operation) => [executorFunction(operation), ...limitFunctions(operation)]),
  ...OTHERS,
];

function executorFunction(operation: FheOperationName): string {
  const { fields } = operationShape(operation);
  const inputs = [...listInputs(operation), ...(fields.includes('values') ? ['uint8 fheType'] : [])];
  return `function ${operation[0]?.toLowerCase()}${operation.slice(1)}(${inputs.join(', ')}) returns (bytes32 result)`;
}

function limitFunctions(operation: FheOperationName): string[] {
  const inputs = listInputs(operation);
  const scalar = inputs.filter((input) => input.startsWith('bytes1 '));
  const words = inputs.filter((input) => input.startsWith('bytes32'));
  // a divisor is a plaintext
  const operands = scalar.length > 0 ? words.slice(0, 2) : words;
  const parameters = ['uint8 resultType', ...scalar, ...operands, 'bytes32 result'];
  const name = `checkHCUFor${operation === 'FheIfThenElse' ? 'IfThenElse' : operation}`;
  const forms = [...(NEWER.has(operation) ? [] : [parameters]), [...parameters, 'address caller']];
  return forms.map((form) => `function ${name}(${form.join(', ')})`);
}

/** The parameters of an operation's event that are its inputs. */
function listInputs(operation: FheOperationName): string[] {
  return operationShape(operation)
    .parameters.split(', ')
    .filter((parameter) => !/ (caller|seed|result)$/.test(parameter));
}
