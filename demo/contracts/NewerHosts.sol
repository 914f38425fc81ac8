// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {FheType} from "@fhevm/solidity/lib/FheType.sol";

// Stand-ins for newer host contracts, written for this chain: they add what versions 0.12 to 0.14 can do, and leave the rest
// to the implementation that was there before, by delegation.

/// @dev Where the host contracts of chain 31337 live.
address constant ACL_ADDRESS = 0x50157CFfD6bBFA2DECe204a89ec419c23ef5755D;
address constant EXECUTOR_ADDRESS = 0xe3a9105a3a932253A70F126eb1E3b589C643dD24;
address constant LIMIT_ADDRESS = 0x233ff88A48c172d29F675403e6A8e302b0F032D9;

interface IRights {
    function owner() external view returns (address);
    function isAllowed(bytes32 handle, address account) external view returns (bool);
    function allowTransient(bytes32 handle, address account) external;
}

interface INewerOperators {
    function fheSum(bytes32[] calldata values, FheType kind) external returns (bytes32);
    function fheIsIn(bytes32 value, bytes32[] calldata values, FheType kind) external returns (bytes32);
    function fheMulDiv(bytes32 factor1, bytes32 factor2, bytes32 divisor, bytes1 scalarByte) external returns (bytes32);
}

/// @notice An implementation that leaves to a former one what it does not know itself.
abstract contract Successor {
    address private immutable _former;

    error NotHostOwner(address sender);

    constructor(address former) {
        _former = former;
    }

    modifier onlyOwner() {
        if (msg.sender != IRights(ACL_ADDRESS).owner()) revert NotHostOwner(msg.sender);
        _;
    }

    fallback() external {
        _before();
        (bool done, bytes memory answer) = _former.delegatecall(msg.data);
        if (done) _after();
        assembly {
            if done {
                return(add(answer, 32), mload(answer))
            }
            revert(add(answer, 32), mload(answer))
        }
    }

    /// @dev The slot of ERC-1967, by which proxies recognize an implementation.
    function proxiableUUID() external pure returns (bytes32) {
        return 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    }

    function _before() internal virtual {}

    function _after() internal virtual {}
}

/// @notice Computes on handles, as of 0.14: sums, membership and products with a quotient.
contract NewerExecutor is Successor, INewerOperators {
    uint8 private constant SUM = 28;
    uint8 private constant IS_IN = 29;
    uint8 private constant MUL_DIV = 30;

    event FheSum(address indexed caller, bytes32[] values, bytes32 result);
    event FheIsIn(address indexed caller, bytes32 value, bytes32[] values, bytes32 result);
    event FheMulDiv(
        address indexed caller, bytes32 factor1, bytes32 factor2, bytes32 divisor, bytes1 scalarByte, bytes32 result
    );

    error ACLNotAllowed(bytes32 handle, address account);
    error DivisionByZero();
    error FHECollectionSizeInvalid(uint256 size, uint256 limit);
    error IncompatibleTypes();
    error InvalidMulDivScalarByte();
    error UnsupportedType();

    constructor(address former) Successor(former) {}

    function fheSum(bytes32[] calldata values, FheType kind) external returns (bytes32 result) {
        if (kind < FheType.Uint8 || kind > FheType.Uint128) revert UnsupportedType();
        _checkList(values, kind);
        result = _keep(abi.encodePacked(SUM, values.length, values), kind);
        NewerHCULimit(LIMIT_ADDRESS).meterSum(msg.sender, kind, values, result);
        emit FheSum(msg.sender, values, result);
    }

    function fheIsIn(bytes32 value, bytes32[] calldata values, FheType kind) external returns (bytes32 result) {
        if (kind < FheType.Uint8 || kind > FheType.Uint256) revert UnsupportedType();
        _check(value, kind);
        _checkList(values, kind);
        result = _keep(abi.encodePacked(IS_IN, values.length, value, values), FheType.Bool);
        NewerHCULimit(LIMIT_ADDRESS).meterIsIn(msg.sender, kind, value, values, result);
        emit FheIsIn(msg.sender, value, values, result);
    }

    function fheMulDiv(bytes32 factor1, bytes32 factor2, bytes32 divisor, bytes1 scalarByte)
        external
        returns (bytes32 result)
    {
        FheType kind = FheType(uint8(factor1[30]));
        if (kind < FheType.Uint8 || kind > FheType.Uint64) revert UnsupportedType();
        if (scalarByte != 0x01 && scalarByte != 0x03) revert InvalidMulDivScalarByte();
        if (divisor == 0) revert DivisionByZero();
        _check(factor1, kind);
        if (scalarByte == 0x01) _check(factor2, kind);
        result = _keep(abi.encodePacked(MUL_DIV, factor1, factor2, divisor, scalarByte), kind);
        NewerHCULimit(LIMIT_ADDRESS).meterMulDiv(msg.sender, kind, [factor1, factor2], scalarByte == 0x03, result);
        emit FheMulDiv(msg.sender, factor1, factor2, divisor, scalarByte, result);
    }

    function getACLAddress() external pure returns (address) {
        return ACL_ADDRESS;
    }

    function getHCULimitAddress() external pure returns (address) {
        return LIMIT_ADDRESS;
    }

    function getVersion() external pure returns (string memory) {
        return "FHEVMExecutor v0.5.0";
    }

    /// @dev The former executor does not tell HCULimit who computes.
    function _before() internal override {
        NewerHCULimit(LIMIT_ADDRESS).announce(msg.sender);
    }

    function _checkList(bytes32[] calldata values, FheType kind) private view {
        uint256 limit = kind < FheType.Uint64 ? 100 : 60;
        if (values.length > limit) revert FHECollectionSizeInvalid(values.length, limit);
        for (uint256 i; i < values.length; i++) _check(values[i], kind);
    }

    function _check(bytes32 handle, FheType kind) private view {
        if (!IRights(ACL_ADDRESS).isAllowed(handle, msg.sender)) revert ACLNotAllowed(handle, msg.sender);
        if (uint8(handle[30]) != uint8(kind)) revert IncompatibleTypes();
    }

    /// @dev 21 bytes of a hash, 0xff for a computed value, the chain, the type, and 0 for the version of handles.
    function _keep(bytes memory operation, FheType kind) private returns (bytes32 handle) {
        bytes memory place = abi.encodePacked(ACL_ADDRESS, block.chainid, blockhash(block.number - 1), block.timestamp);
        uint256 hash = uint256(keccak256(abi.encodePacked("FHE_comp", operation, place)));
        handle = bytes32(((hash >> 88) << 88) | (0xff << 80) | (block.chainid << 16) | (uint256(kind) << 8));
        IRights(ACL_ADDRESS).allowTransient(handle, msg.sender);
    }
}

/// @notice Meters computations: limits in storage that the owner changes, and a cap of each block with exempt callers.
contract NewerHCULimit is Successor {
    /// @dev One word: cap of a block, what the last block used, its number, limits of depth and of a transaction.
    struct Limits {
        uint48 perBlock;
        uint48 used;
        uint48 meteredBlock;
        uint48 depth;
        uint48 perTransaction;
        mapping(address => bool) exempt;
    }

    bytes32 private constant LIMITS = 0xc13af6c514bff8997f30c90003baa82bd02aad978179d1ce58d85c4319ad6500;
    bytes32 private constant CALLER = keccak256("demo.hculimit.caller");
    bytes32 private constant METERED = keccak256("demo.hculimit.metered");
    bytes32 private constant TOTAL = 0;

    event HCUPerBlockSet(uint48 hcuPerBlock);
    event MaxHCUPerTxSet(uint48 maxHCUPerTx);
    event MaxHCUDepthPerTxSet(uint48 maxHCUDepthPerTx);
    event BlockHCUWhitelistAdded(address indexed account);
    event BlockHCUWhitelistRemoved(address indexed account);

    error AlreadyBlockHCUWhitelisted(address account);
    error CallerMustBeFHEVMExecutorContract();
    error HCUBlockLimitExceeded();
    error HCUPerBlockBelowMaxPerTx();
    error HCUTransactionDepthLimitExceeded();
    error HCUTransactionLimitExceeded();
    error MaxHCUPerTxBelowDepth();
    error NotBlockHCUWhitelisted(address account);

    constructor(address former) Successor(former) {}

    modifier onlyExecutor() {
        if (msg.sender != EXECUTOR_ADDRESS) revert CallerMustBeFHEVMExecutorContract();
        _;
    }

    function setLimits(uint48 perBlock, uint48 perTransaction, uint48 depth) external onlyOwner {
        if (perBlock < perTransaction) revert HCUPerBlockBelowMaxPerTx();
        if (perTransaction < depth) revert MaxHCUPerTxBelowDepth();
        Limits storage limits = _limits();
        (limits.perBlock, limits.perTransaction, limits.depth) = (perBlock, perTransaction, depth);
        emit HCUPerBlockSet(perBlock);
        emit MaxHCUPerTxSet(perTransaction);
        emit MaxHCUDepthPerTxSet(depth);
    }

    function setHCUPerBlock(uint48 hcuPerBlock) external onlyOwner {
        if (hcuPerBlock < _limits().perTransaction) revert HCUPerBlockBelowMaxPerTx();
        _limits().perBlock = hcuPerBlock;
        emit HCUPerBlockSet(hcuPerBlock);
    }

    function setMaxHCUPerTx(uint48 maxHCUPerTx) external onlyOwner {
        if (_limits().perBlock < maxHCUPerTx) revert HCUPerBlockBelowMaxPerTx();
        if (maxHCUPerTx < _limits().depth) revert MaxHCUPerTxBelowDepth();
        _limits().perTransaction = maxHCUPerTx;
        emit MaxHCUPerTxSet(maxHCUPerTx);
    }

    function setMaxHCUDepthPerTx(uint48 maxHCUDepthPerTx) external onlyOwner {
        if (_limits().perTransaction < maxHCUDepthPerTx) revert MaxHCUPerTxBelowDepth();
        _limits().depth = maxHCUDepthPerTx;
        emit MaxHCUDepthPerTxSet(maxHCUDepthPerTx);
    }

    function addToBlockHCUWhitelist(address account) external onlyOwner {
        if (_limits().exempt[account]) revert AlreadyBlockHCUWhitelisted(account);
        _limits().exempt[account] = true;
        emit BlockHCUWhitelistAdded(account);
    }

    function removeFromBlockHCUWhitelist(address account) external onlyOwner {
        if (!_limits().exempt[account]) revert NotBlockHCUWhitelisted(account);
        _limits().exempt[account] = false;
        emit BlockHCUWhitelistRemoved(account);
    }

    function announce(address app) public onlyExecutor {
        _put(CALLER, uint160(app));
    }

    function meterSum(address app, FheType kind, bytes32[] calldata values, bytes32 result) external {
        uint24[20] memory prices = [
            uint24(90_900), 95_000, 116_000, 139_000, 219_000,
            127_000, 136_000, 164_000, 216_000, 355_000,
            148_000, 162_000, 205_000, 306_000, 552_000,
            159_000, 184_000, 281_000, 306_000, 552_000
        ];
        announce(app);
        _meter(prices[5 * _tier(values.length) + _rank(kind)], _deepest(values, 0), result);
    }

    function meterIsIn(address app, FheType kind, bytes32 value, bytes32[] calldata values, bytes32 result) external {
        uint24[28] memory prices = [
            uint24(71_300), 103_000, 137_000, 218_000, 256_000, 286_000, 321_000,
            148_000, 218_000, 300_000, 492_000, 535_000, 584_000, 586_000,
            247_000, 378_000, 531_000, 879_000, 921_000, 885_000, 943_000,
            374_000, 605_000, 827_000, 879_000, 921_000, 885_000, 943_000
        ];
        announce(app);
        _meter(prices[7 * _tier(values.length) + _rank(kind)], _deepest(values, _get(value)), result);
    }

    function meterMulDiv(address app, FheType kind, bytes32[2] calldata factors, bool isPlain, bytes32 result) external {
        uint24[8] memory prices =
            [uint24(524_000), 766_000, 1_311_000, 2_911_000, 495_000, 703_000, 1_080_000, 1_921_000];
        announce(app);
        uint256 below = _get(factors[0]);
        if (!isPlain && _get(factors[1]) > below) below = _get(factors[1]);
        _meter(prices[(isPlain ? 4 : 0) + _rank(kind)], below, result);
    }

    function getBlockMeter() external view returns (uint48 blockNumber, uint48 usedHCU) {
        return (_limits().meteredBlock, _limits().used);
    }

    function getGlobalHCUCapPerBlock() external view returns (uint48) {
        return _limits().perBlock;
    }

    function getMaxHCUPerTx() external view returns (uint48) {
        return _limits().perTransaction;
    }

    function getMaxHCUDepthPerTx() external view returns (uint48) {
        return _limits().depth;
    }

    function isBlockHCUWhitelisted(address account) external view returns (bool) {
        return _limits().exempt[account];
    }

    function getVersion() external pure returns (string memory) {
        return "HCULimit v0.4.0";
    }

    /// @dev What the former HCULimit metered so far, to know the price of what it meters next.
    function _before() internal override {
        if (msg.sender == EXECUTOR_ADDRESS) _put(METERED, _get(TOTAL));
    }

    /// @dev The former HCULimit has stored total and depth. The result is the last argument of each of its checks.
    function _after() internal override {
        if (msg.sender != EXECUTOR_ADDRESS) return;
        bytes32 result = bytes32(msg.data[msg.data.length - 32:]);
        _check(_get(TOTAL) - _get(METERED), _get(TOTAL), _get(result));
    }

    function _meter(uint256 price, uint256 below, bytes32 result) private {
        _put(TOTAL, _get(TOTAL) + price);
        _put(result, below + price);
        _check(price, _get(TOTAL), below + price);
    }

    function _check(uint256 price, uint256 total, uint256 depth) private {
        Limits storage limits = _limits();
        if (!limits.exempt[address(uint160(_get(CALLER)))]) {
            uint256 used = (limits.meteredBlock == block.number ? limits.used : 0) + price;
            if (used > limits.perBlock) revert HCUBlockLimitExceeded();
            (limits.used, limits.meteredBlock) = (uint48(used), uint48(block.number));
        }
        if (total > limits.perTransaction) revert HCUTransactionLimitExceeded();
        if (depth > limits.depth) revert HCUTransactionDepthLimitExceeded();
    }

    function _tier(uint256 size) private pure returns (uint256) {
        return size <= 10 ? 0 : size <= 30 ? 1 : size <= 60 ? 2 : 3;
    }

    function _rank(FheType kind) private pure returns (uint256) {
        return uint256(kind) - uint256(FheType.Uint8);
    }

    function _deepest(bytes32[] calldata values, uint256 depth) private view returns (uint256) {
        for (uint256 i; i < values.length; i++) if (_get(values[i]) > depth) depth = _get(values[i]);
        return depth;
    }

    function _get(bytes32 slot) private view returns (uint256 value) {
        assembly {
            value := tload(slot)
        }
    }

    function _put(bytes32 slot, uint256 value) private {
        assembly {
            tstore(slot, value)
        }
    }

    function _limits() private pure returns (Limits storage limits) {
        bytes32 slot = LIMITS;
        assembly {
            limits.slot := slot
        }
    }
}

/// @notice Grants rights on handles, as of 0.14: delegations for all contracts, and an end to what was signed before.
contract NewerACL is Successor {
    address private immutable _bridge;

    mapping(address => uint256) private _invalidatedBefore;

    event DecryptionSignaturesInvalidated(address indexed account, uint256 beforeTimestamp);

    error InvalidationTimestampInTheFuture();
    error InvalidationTimestampTooLow();

    constructor(address former, address bridge) Successor(former) {
        _bridge = bridge;
    }

    function invalidateDecryptionSignaturesBefore(uint256 timestamp) external {
        if (timestamp > block.timestamp) revert InvalidationTimestampInTheFuture();
        if (timestamp <= _invalidatedBefore[msg.sender]) revert InvalidationTimestampTooLow();
        _invalidatedBefore[msg.sender] = timestamp;
        emit DecryptionSignaturesInvalidated(msg.sender, timestamp);
    }

    function decryptionSignatureInvalidatedBefore(address account) external view returns (uint256) {
        return _invalidatedBefore[account];
    }

    function getConfidentialBridgeAddress() external view returns (address) {
        return _bridge;
    }

    function WILDCARD_DELEGATION_ADDRESS() external pure returns (address) {
        return address(type(uint160).max);
    }

    function getVersion() external pure returns (string memory) {
        return "ACL v0.5.0";
    }
}

/// @notice The end of a bridge on this chain: what arrives from another chain is told by whoever delivers it.
contract ConfidentialBridge {
    uint256 private _sent;

    event BridgeHandle(address indexed senderDapp, bytes32 srcHandle, uint64 dstChainId, bytes32 guid);
    event HandleBridged(address indexed receiverDapp, bytes32 srcHandle, bytes32 dstHandle, bytes32 guid);
    event FallbackGrantedPlaintext(bytes32 indexed dstHandle, uint256 plaintext);

    error HandleNotAllowed(bytes32 handle, address srcApp);

    function send(bytes32 handle, uint64 chainId) external {
        if (!IRights(ACL_ADDRESS).isAllowed(handle, msg.sender)) revert HandleNotAllowed(handle, msg.sender);
        emit BridgeHandle(msg.sender, handle, chainId, keccak256(abi.encode(address(this), chainId, ++_sent)));
    }

    function deliver(address receiver, bytes32 handle, bytes32 guid) external returns (bytes32 arrived) {
        bytes memory place = abi.encodePacked(ACL_ADDRESS, block.chainid, blockhash(block.number - 1), block.timestamp);
        uint256 hash = uint256(keccak256(abi.encodePacked("FHE_brdg", handle, place)));
        uint256 kind = uint256(uint8(handle[30]));
        arrived = bytes32(((hash >> 88) << 88) | (0xff << 80) | (block.chainid << 16) | (kind << 8));
        emit HandleBridged(receiver, handle, arrived, guid);
    }

    function tellPlainly(bytes32 arrived, uint256 plaintext) external {
        emit FallbackGrantedPlaintext(arrived, plaintext);
    }
}
