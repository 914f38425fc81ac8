// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice Tokens whose balances are not the sums of their transfers: only tests deploy them.
abstract contract PlainBalances {
    uint256 public totalSupply;
    mapping(address => uint256) internal _held;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function balanceOf(address holder) external view virtual returns (uint256) {
        return _held[holder];
    }

    function mint(address to, uint256 value) external virtual {
        totalSupply += value;
        _held[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external virtual returns (bool) {
        _held[msg.sender] -= value;
        _held[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// @notice Every balance is its sum.
contract PlainToken is PlainBalances {}

/// @notice All balances grow without an event.
contract RebasingToken is PlainBalances {
    uint256 public percent = 100;

    function rebase(uint256 percent_) external {
        percent = percent_;
    }

    function balanceOf(address holder) external view override returns (uint256) {
        return (_held[holder] * percent) / 100;
    }
}

/// @notice The receiver gets a hundredth less than the event says.
contract FeeToken is PlainBalances {
    function transfer(address to, uint256 value) external override returns (bool) {
        _held[msg.sender] -= value;
        _held[to] += value - value / 100;
        totalSupply -= value / 100;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// @notice Also mints without an event.
contract QuietToken is PlainBalances {
    function mintQuietly(address to, uint256 value) external {
        totalSupply += value;
        _held[to] += value;
    }
}

/// @notice Answers balanceOf in the way that the mode says: no answer, too short a one, 10 MB, all gas spent, or 2^256-1.
contract HostileBalances is PlainBalances {
    uint256 public immutable mode;

    error NoBalance();

    constructor(uint256 mode_) {
        mode = mode_;
    }

    function balanceOf(address) external view override returns (uint256) {
        if (mode == 0) revert NoBalance();
        if (mode == 4) return type(uint256).max;
        uint256 length = mode == 1 ? 31 : 10_000_000;
        if (mode == 3) while (gasleft() > 0) {}
        assembly ("memory-safe") {
            return(0, length)
        }
    }
}

/// @notice The one function of Multicall3 that is needed, with its interface.
contract CallAggregator {
    struct Call {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    error CallFailed();

    function aggregate3(Call[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 at = 0; at < calls.length; at++) {
            (bool success, bytes memory returnData) = calls[at].target.call(calls[at].callData);
            if (!success && !calls[at].allowFailure) revert CallFailed();
            results[at] = Result(success, returnData);
        }
    }
}
