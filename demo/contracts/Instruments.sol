// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @notice An ERC-1155 of instruments; the metadata of every id comes from the chain.
contract Instruments is ERC1155 {
    using Strings for uint256;

    string public constant name = "Instruments";
    string public constant symbol = "INST";

    constructor() ERC1155("") {}

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }

    function burn(uint256 id, uint256 amount) external {
        _burn(msg.sender, id, amount);
    }

    function uri(uint256 id) public pure override returns (string memory) {
        string memory hue = (id * 47 % 360).toString();
        bytes memory svg = abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="12" fill="hsl(', hue,
            ',35%,18%)"/>', _sketch(id % 4), '<text x="50" y="92" text-anchor="middle" font-family="monospace" font-size="10" fill="#fff">', id.toString(), "</text></svg>"
        );
        bytes memory json = abi.encodePacked(
            '{"name":"', _title(id % 4), " ", id.toString(), '","decimals":0,"description":"One of many alike.","image":"data:image/svg+xml;base64,',
            Base64.encode(svg), '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function _title(uint256 kind) private pure returns (string memory) {
        return ["Sextant", "Compass", "Sundial", "Hourglass"][kind];
    }

    function _sketch(uint256 kind) private pure returns (string memory) {
        if (kind == 0) return '<path d="M50 18 22 74A46 46 0 0 0 78 74ZM50 18 58 78" fill="none" stroke="#e8c97a" stroke-width="4"/>';
        if (kind == 1) return '<circle cx="50" cy="46" r="30" fill="none" stroke="#e8c97a" stroke-width="4"/><path d="M50 22 57 46 50 70 43 46Z" fill="#e8c97a"/>';
        if (kind == 2) return '<ellipse cx="50" cy="60" rx="34" ry="14" fill="none" stroke="#e8c97a" stroke-width="4"/><path d="M36 60 62 20V60Z" fill="#e8c97a"/>';
        return '<path d="M30 18H70M30 76H70M34 18C34 44 66 50 66 76M66 18C66 44 34 50 34 76" fill="none" stroke="#e8c97a" stroke-width="4"/>';
    }
}
