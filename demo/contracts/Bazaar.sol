// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Astrolabes} from "./Astrolabes.sol";
import {DemoToken} from "./Tokens.sol";
import {Instruments} from "./Instruments.sol";

/// @notice Hands out tokens of every plain standard, many in one transaction.
contract Bazaar {
    DemoToken public immutable token;
    Astrolabes public immutable astrolabes;
    Instruments public immutable instruments;

    constructor(DemoToken token_, Astrolabes astrolabes_, Instruments instruments_) {
        token = token_;
        astrolabes = astrolabes_;
        instruments = instruments_;
    }

    /// @notice One ERC-20 transfer per recipient.
    function airdrop(address[] calldata recipients, uint256 amount) external {
        for (uint256 i; i < recipients.length; i++) token.mint(recipients[i], amount);
    }

    /// @notice For every recipient: an ERC-20, an ERC-721, a single and a batch ERC-1155 transfer.
    function caravan(address[] calldata recipients, uint256 amount) external {
        uint256[] memory ids = new uint256[](3);
        uint256[] memory amounts = new uint256[](3);
        for (uint256 i; i < recipients.length; i++) {
            token.mint(recipients[i], amount + i);
            astrolabes.mint(recipients[i]);
            instruments.mint(recipients[i], i, 1 + i);
            for (uint256 j; j < 3; j++) (ids[j], amounts[j]) = (i + j, j + 1);
            instruments.mintBatch(recipients[i], ids, amounts);
        }
    }
}

/// @notice What an account may delegate to under EIP-7702: a batch of calls in its own name.
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    error NotTheAccount(address caller);
    error CallFailed(uint256 index, bytes reason);

    receive() external payable {}

    function execute(Call[] calldata calls) external payable {
        if (msg.sender != address(this)) revert NotTheAccount(msg.sender);
        for (uint256 i; i < calls.length; i++) {
            (bool done, bytes memory reason) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!done) revert CallFailed(i, reason);
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }
}
