// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "hardhat/console.sol";

contract Shelf {
    error TooHeavy(uint256 weight, uint256 most);

    event Placed(address indexed by, uint256 weight);

    uint256 public immutable most;
    uint256 public weight;

    constructor(uint256 limit) {
        most = limit;
    }

    function placeTwice(uint256 more) external {
        console.log("placing twice %d pounds", more);
        uint256 next = weight + 2 * more;
        if (next > most) revert TooHeavy(next, most);
        weight = next;
        emit Placed(msg.sender, next);
    }
}
