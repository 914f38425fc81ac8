// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice Fails in every way a transaction can fail.
contract Faults {
    enum Season { Spring, Summer, Autumn, Winter }

    uint256[] private _empty;
    uint256 public survived;

    event Survived(uint256 indexed attempt, bytes reason);

    error Unauthorized(address caller, uint256 required);
    error Nothing();

    function failWithString(string calldata reason) external pure {
        revert(reason);
    }

    /// @notice Reverts with exactly these bytes.
    function failWithBytes(bytes calldata output) external pure {
        bytes memory copy = output;
        assembly ("memory-safe") {
            revert(add(copy, 32), mload(copy))
        }
    }

    function failWithCustomError(uint256 required) external view {
        revert Unauthorized(msg.sender, required);
    }

    function failWithBareError() external pure {
        revert Nothing();
    }

    function failSilently() external pure {
        revert();
    }

    function failInvalid() external pure {
        assembly ("memory-safe") {
            invalid()
        }
    }

    function panicAssert() external pure {
        assert(false);
    }

    function panicOverflow(uint256 value) external pure returns (uint256) {
        return value + type(uint256).max;
    }

    function panicDivision(uint256 by) external pure returns (uint256) {
        return 1 / by;
    }

    function panicEnum(uint256 season) external pure returns (Season) {
        return Season(season);
    }

    function panicPop() external {
        _empty.pop();
    }

    function panicIndex(uint256 index) external view returns (uint256) {
        return _empty[index];
    }

    function panicMemory(uint256 length) external pure returns (uint256) {
        return (new uint256[](length)).length;
    }

    /// @notice Burns all the gas it is given.
    function exhaust() external {
        while (true) survived++;
    }

    /// @notice The inner call fails, the transaction succeeds.
    function catchInner(bytes calldata inner) external {
        (bool done, bytes memory reason) = address(this).call(inner);
        require(!done, "the inner call was meant to fail");
        emit Survived(++survived, reason);
    }

    /// @notice The inner call's failure is handed up unchanged.
    function passOn(bytes calldata inner) external {
        (bool done, bytes memory reason) = address(this).call(inner);
        if (done) return;
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }

    /// @notice An inner creation fails and is caught.
    function catchCreation() external {
        try new Stillborn("caught") {
            revert("the creation was meant to fail");
        } catch (bytes memory reason) {
            emit Survived(++survived, reason);
        }
    }
}

/// @notice Its constructor always reverts.
contract Stillborn {
    constructor(string memory reason) {
        revert(reason);
    }
}

/// @notice What the nursery makes: keeps ether for its owner, may be destroyed.
contract Vault {
    address public immutable owner;

    error NotOwner(address caller);

    constructor(address owner_) payable {
        owner = owner_;
    }

    receive() external payable {}

    function empty() external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        selfdestruct(payable(owner));
    }
}

/// @notice Creates contracts by CREATE and CREATE2, several in one call, and destroys one in the same transaction.
contract Nursery {
    event Born(address indexed child, address indexed owner);

    function create(address owner) public payable returns (Vault child) {
        child = new Vault{value: msg.value}(owner);
        emit Born(address(child), owner);
    }

    function create2(address owner, bytes32 salt) external payable returns (Vault child) {
        child = new Vault{salt: salt, value: msg.value}(owner);
        emit Born(address(child), owner);
    }

    function createMany(address owner, uint256 count) external {
        for (uint256 i; i < count; i++) emit Born(address(new Vault(owner)), owner);
    }

    /// @notice Born and gone within one transaction.
    function createAndDestroy() external payable {
        Vault child = new Vault{value: msg.value}(address(this));
        emit Born(address(child), address(this));
        child.empty();
    }

    receive() external payable {}
}
