// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice An ERC-20 whose name and symbol are any bytes, valid text or not, and whose balances are nobody's business.
contract OddToken {
    bytes private _name;
    bytes private _symbol;
    uint256 public immutable decimals;
    uint256 public totalSupply;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(bytes memory name_, bytes memory symbol_, uint256 decimals_) {
        _name = name_;
        _symbol = symbol_;
        decimals = decimals_;
        totalSupply = type(uint256).max;
        emit Transfer(address(0), msg.sender, type(uint256).max);
    }

    function name() external view returns (bytes memory) {
        return _name;
    }

    function symbol() external view returns (bytes memory) {
        return _symbol;
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    /// @notice Claims a transfer; nothing has to be owned.
    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// @notice Answers `name()` with 1 MB of text and `symbol()` with 100 KB; `decimals()` reverts.
contract HugeNameToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    error NoDecimals();

    function name() external pure returns (string memory) {
        return _text(1_000_000, "A");
    }

    function symbol() external pure returns (string memory) {
        return _text(100_000, "S");
    }

    function decimals() external pure returns (uint8) {
        revert NoDecimals();
    }

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function _text(uint256 length, bytes1 letter) private pure returns (string memory text) {
        text = new string(length);
        bytes32 word = bytes32(uint256(uint8(letter)) * (type(uint256).max / 255));
        assembly ("memory-safe") {
            let end := add(add(text, 32), length)
            for { let at := add(text, 32) } lt(at, end) { at := add(at, 32) } { mstore(at, word) }
        }
    }
}

/// @notice Answers as early tokens did: `bytes32` for name and symbol, no return value for transfer.
contract Bytes32Token {
    bytes32 public constant name = "Bytes of Old";
    bytes32 public constant symbol = "OLD";
    uint256 public constant decimals = 18;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }
}

/// @notice Every question about it burns all gas.
contract BlackHoleToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }

    fallback() external {
        assembly ("memory-safe") {
            for {} 1 {} {}
        }
    }
}

/// @notice An ERC-721 whose token URIs are whatever their minter wrote.
contract OddNft {
    string public constant name = "Odd pictures";
    string public constant symbol = "ODD";

    mapping(uint256 id => bytes) private _uris;
    mapping(uint256 id => address) public ownerOf;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function mint(address to, uint256 id, bytes calldata uri) external {
        ownerOf[id] = to;
        _uris[id] = uri;
        emit Transfer(address(0), to, id);
    }

    function tokenURI(uint256 id) external view returns (bytes memory) {
        return _uris[id];
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }
}

/// @notice Emits any log: look-alikes of standard events, malformed ones, and spoofed FHE operations.
contract LogForge {
    struct Log {
        bytes32[] topics;
        bytes data;
    }

    function forge(Log[] calldata logs) external {
        for (uint256 i; i < logs.length; i++) _log(logs[i].topics, logs[i].data);
    }

    function _log(bytes32[] memory t, bytes memory d) private {
        uint256 count = t.length;
        assembly ("memory-safe") {
            let data := add(d, 32)
            let size := mload(d)
            switch count
            case 0 { log0(data, size) }
            case 1 { log1(data, size, mload(add(t, 32))) }
            case 2 { log2(data, size, mload(add(t, 32)), mload(add(t, 64))) }
            case 3 { log3(data, size, mload(add(t, 32)), mload(add(t, 64)), mload(add(t, 96))) }
            default { log4(data, size, mload(add(t, 32)), mload(add(t, 64)), mload(add(t, 96)), mload(add(t, 128))) }
        }
    }
}
