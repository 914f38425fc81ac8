// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice A hybrid token in the manner of ERC-404: whole units are fungible and numbered at once.
contract Comets {
    string public constant name = "Comets";
    string public constant symbol = "COMET";
    uint8 public constant decimals = 18;
    uint256 public constant UNIT = 1 ether;

    uint256 public totalSupply;
    uint256 public minted;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 id => address) public ownerOf;
    mapping(address owner => uint256[]) private _owned;

    event ERC20Transfer(address indexed from, address indexed to, uint256 amount);
    event ERC721Transfer(address indexed from, address indexed to, uint256 indexed id);

    error InsufficientBalance(address owner, uint256 balance, uint256 wanted);

    function mint(address to, uint256 units) external {
        totalSupply += units * UNIT;
        balanceOf[to] += units * UNIT;
        emit ERC20Transfer(address(0), to, units * UNIT);
        for (uint256 i; i < units; i++) _give(address(0), to, ++minted);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        uint256 balance = balanceOf[msg.sender];
        if (balance < amount) revert InsufficientBalance(msg.sender, balance, amount);
        balanceOf[msg.sender] = balance - amount;
        balanceOf[to] += amount;
        emit ERC20Transfer(msg.sender, to, amount);
        uint256[] storage owned = _owned[msg.sender];
        for (uint256 i; i < amount / UNIT && owned.length > 0; i++) {
            uint256 id = owned[owned.length - 1];
            owned.pop();
            _give(msg.sender, to, id);
        }
        return true;
    }

    function _give(address from, address to, uint256 id) private {
        ownerOf[id] = to;
        _owned[to].push(id);
        emit ERC721Transfer(from, to, id);
    }
}
