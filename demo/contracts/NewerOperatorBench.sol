// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {FheType} from "@fhevm/solidity/lib/FheType.sol";
import {Impl} from "@fhevm/solidity/lib/Impl.sol";
import {ZamaEthereumConfig} from "@fhevm/solidity/config/ZamaConfig.sol";
import {EXECUTOR_ADDRESS, INewerOperators} from "./NewerHosts.sol";

/// @notice Runs the operators that came with 0.13 and 0.14, on lists of several sizes.
contract NewerOperatorBench is ZamaEthereumConfig {
    event Computed(bytes32 result);

    INewerOperators private constant OPERATORS = INewerOperators(EXECUTOR_ADDRESS);

    function sums(FheType kind, uint256[] calldata sizes) external {
        for (uint256 i; i < sizes.length; i++) _keep(OPERATORS.fheSum(_list(kind, sizes[i]), kind));
    }

    function searches(FheType kind, uint256[] calldata sizes) external {
        bytes32 value = Impl.trivialEncrypt(2, kind);
        for (uint256 i; i < sizes.length; i++) _keep(OPERATORS.fheIsIn(value, _list(kind, sizes[i]), kind));
    }

    function quotient(FheType kind, bool isPlain) external {
        bytes32 factor = Impl.trivialEncrypt(6, kind);
        bytes32 other = isPlain ? bytes32(uint256(7)) : Impl.trivialEncrypt(7, kind);
        _keep(OPERATORS.fheMulDiv(factor, other, bytes32(uint256(3)), isPlain ? bytes1(0x03) : bytes1(0x01)));
    }

    /// @dev A list of any size costs two encryptions: values may repeat.
    function _list(FheType kind, uint256 size) private returns (bytes32[] memory values) {
        bytes32[2] memory some = [Impl.trivialEncrypt(1, kind), Impl.trivialEncrypt(2, kind)];
        values = new bytes32[](size);
        for (uint256 i; i < size; i++) values[i] = some[i % 2];
    }

    function _keep(bytes32 result) private {
        Impl.allow(result, address(this));
        emit Computed(result);
    }
}
