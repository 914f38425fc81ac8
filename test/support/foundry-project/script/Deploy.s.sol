// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Shelf} from "../src/Shelf.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

contract Deploy {
    bool public IS_SCRIPT = true;
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function run() external {
        vm.startBroadcast();
        Shelf shelf = new Shelf(20);
        shelf.placeTwice(7);
        vm.stopBroadcast();
    }
}
