const USER_OP_V6 =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)';
const USER_OP_V7 =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)';

/** Smart accounts: Safe, ERC-4337 entry points (0.6, 0.7 and later), multicalls. */
export const ACCOUNTS: readonly string[] = [
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)',
  'function setup(address[] _owners, uint256 _threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function addOwnerWithThreshold(address owner, uint256 _threshold)',
  'function removeOwner(address prevOwner, address owner, uint256 _threshold)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
  'function changeThreshold(uint256 _threshold)',
  'function enableModule(address module)',
  'function multiSend(bytes transactions) payable',
  'function createProxyWithNonce(address _singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
  'event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)',
  'event SafeReceived(address indexed sender, uint256 value)',
  'event AddedOwner(address indexed owner)',
  'event RemovedOwner(address indexed owner)',
  'event ChangedThreshold(uint256 threshold)',
  `function handleOps(${USER_OP_V6}[] ops, address beneficiary)`,
  `function handleOps(${USER_OP_V7}[] ops, address beneficiary)`,
  `function handleAggregatedOps((${USER_OP_V6}[] userOps, address aggregator, bytes signature)[] opsPerAggregator, address beneficiary)`,
  `function handleAggregatedOps((${USER_OP_V7}[] userOps, address aggregator, bytes signature)[] opsPerAggregator, address beneficiary)`,
  'function depositTo(address account) payable',
  'function withdrawTo(address withdrawAddress, uint256 withdrawAmount)',
  'function addStake(uint32 unstakeDelaySec) payable',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
  'event AccountDeployed(bytes32 indexed userOpHash, address indexed sender, address factory, address paymaster)',
  'event BeforeExecution()',
  'event Deposited(address indexed account, uint256 totalDeposit)',
  'event Withdrawn(address indexed account, address withdrawAddress, uint256 amount)',
  'function execute(address dest, uint256 value, bytes func)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function executeBatch(address[] dest, bytes[] func)',
  'function executeBatch(address[] dest, uint256[] value, bytes[] func)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  'function execute(bytes32 mode, bytes executionCalldata) payable',
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function aggregate((address target, bytes callData)[] calls) payable returns (uint256 blockNumber, bytes[] returnData)',
  'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
];

const PERMIT2_DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';

/** Permit2: allowances by signature, and transfers by signature. */
export const PERMIT2: readonly string[] = [
  `function permit(address owner, (${PERMIT2_DETAILS} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)`,
  `function permit(address owner, (${PERMIT2_DETAILS}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)`,
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown((address token, address spender)[] approvals)',
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
  'event Lockdown(address indexed owner, address token, address spender)',
];
