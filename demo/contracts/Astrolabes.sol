// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @notice An ERC-721 whose picture and metadata are drawn on the chain: every token is an astrolabe of its own.
contract Astrolabes is ERC721 {
    using Strings for uint256;

    uint256 public nextId = 1;

    constructor() ERC721("Astrolabes", "ASTRO") {}

    function mint(address to) external returns (uint256 id) {
        id = nextId++;
        _safeMint(to, id);
    }

    function burn(uint256 id) external {
        _update(address(0), id, msg.sender);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        uint256 seed = uint256(keccak256(abi.encode("astrolabe", id)));
        bytes memory json = abi.encodePacked(
            '{"name":"Astrolabe #', id.toString(),
            '","description":"A generative instrument, drawn entirely by its contract.","image":"data:image/svg+xml;base64,',
            Base64.encode(_svg(seed)),
            '","attributes":[{"trait_type":"Plate","value":"', _metal(seed),
            '"},{"trait_type":"Stars","value":', _starCount(seed).toString(),
            '},{"trait_type":"Latitude","value":', _latitude(seed).toString(), "}]}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function _svg(uint256 seed) private pure returns (bytes memory) {
        string memory hue = (seed % 360).toString();
        return abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200"><defs><radialGradient id="g"><stop offset="0" stop-color="hsl(',
            hue, ',50%,24%)"/><stop offset="1" stop-color="hsl(', hue,
            ',60%,7%)"/></radialGradient></defs><rect x="-100" y="-100" width="200" height="200" fill="url(#g)"/>',
            _plate(seed), _rete(seed), _stars(seed), "</svg>"
        );
    }

    /// @dev The plate: rim, scale of hours and the circles of altitude.
    function _plate(uint256 seed) private pure returns (bytes memory plate) {
        string memory metal = _colour(seed);
        plate = abi.encodePacked('<g fill="none" stroke="', metal, '"><circle r="88" stroke-width="2.5"/><circle r="76"/>');
        plate = abi.encodePacked(
            plate, '<circle r="82" stroke-width="8" stroke-opacity=".45" stroke-dasharray="1 ', (3 + (seed >> 12) % 8).toString(), '"/>'
        );
        uint256 lift = 6 + (_latitude(seed) % 20);
        for (uint256 i; i < 6; i++) {
            plate = abi.encodePacked(
                plate, '<circle cy="', (i * lift / 3).toString(), '" r="', (70 - i * 11).toString(), '" stroke-opacity=".35" stroke-width=".7"/>'
            );
        }
        plate = abi.encodePacked(plate, '<path d="M-76 0H76M0-76V76" stroke-opacity=".5"/></g>');
    }

    /// @dev The rete: the ring of the ecliptic and the rule, turned to this token's hour.
    function _rete(uint256 seed) private pure returns (bytes memory) {
        string memory metal = _colour(seed);
        return abi.encodePacked(
            '<g fill="none" stroke="', metal, '" transform="rotate(', ((seed >> 20) % 360).toString(),
            ')"><circle cy="-22" r="48" stroke-width="3"/><circle cy="-22" r="42" stroke-width=".8" stroke-dasharray="2 3"/><path d="M-84 0 0-3 84 0 0 3Z" fill="',
            metal, '" stroke="none" transform="rotate(', ((seed >> 30) % 360).toString(), ')"/><circle r="5" fill="', metal, '"/></g>'
        );
    }

    function _stars(uint256 seed) private pure returns (bytes memory stars) {
        stars = '<g fill="#fff">';
        uint256 count = _starCount(seed);
        for (uint256 i; i < count; i++) {
            uint256 dice = uint256(keccak256(abi.encode(seed, i)));
            stars = abi.encodePacked(
                stars, '<circle cx="', (12 + dice % 62).toString(), '" r="0.', (6 + (dice >> 16) % 4).toString(), '" transform="rotate(',
                ((dice >> 32) % 360).toString(), ')"/><circle cx="', (12 + (dice >> 48) % 62).toString(), '" r="1.', ((dice >> 64) % 6).toString(),
                '" transform="rotate(', ((dice >> 80) % 360).toString(), ')"/>'
            );
        }
        stars = abi.encodePacked(stars, "</g>");
    }

    function _starCount(uint256 seed) private pure returns (uint256) {
        return 7 + (seed >> 40) % 17;
    }

    function _latitude(uint256 seed) private pure returns (uint256) {
        return (seed >> 50) % 67;
    }

    function _metal(uint256 seed) private pure returns (string memory) {
        return ["Brass", "Silver", "Copper", "Gold"][(seed >> 60) % 4];
    }

    function _colour(uint256 seed) private pure returns (string memory) {
        return ["#d9b35f", "#cfd6dd", "#d98c5f", "#f2cf63"][(seed >> 60) % 4];
    }
}
