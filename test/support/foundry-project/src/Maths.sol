// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

library Maths {
    function twice(uint256 x) external pure returns (uint256) {
        return 2 * x;
    }
}
