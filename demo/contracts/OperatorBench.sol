// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {FheType} from "@fhevm/solidity/lib/FheType.sol";
import {Impl} from "@fhevm/solidity/lib/Impl.sol";
import {ZamaEthereumConfig} from "@fhevm/solidity/config/ZamaConfig.sol";

/// @notice Runs every FHE operator on every type that takes it, by the library calls that FHE.sol itself makes.
contract OperatorBench is ZamaEthereumConfig {
    enum Binary { Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr, Rotl, Rotr, Eq, Ne, Ge, Gt, Le, Lt, Min, Max }

    /// @notice The last result of each type.
    mapping(FheType => bytes32) public kept;

    event Computed(bytes32 result);

    function binary(Binary[] calldata operators, FheType kind, uint256 left, uint256 right, bool scalar) external {
        bytes32 lhs = Impl.trivialEncrypt(left, kind);
        bytes32 rhs = scalar ? bytes32(right) : Impl.trivialEncrypt(right, kind);
        for (uint256 i; i < operators.length; i++) _keep(_run(operators[i], lhs, rhs, scalar));
    }

    /// @notice `times` dependent operations: the depth of the transaction grows with each.
    function chain(Binary operator, FheType kind, uint256 value, uint256 times) external {
        bytes32 result = Impl.trivialEncrypt(value, kind);
        for (uint256 i; i < times; i++) result = _run(operator, result, bytes32(uint256(1)), true);
        _keep(result);
    }

    function unary(FheType kind, uint256 value) external {
        bytes32 operand = Impl.trivialEncrypt(value, kind);
        if (kind != FheType.Bool) _keep(Impl.neg(operand));
        _keep(Impl.not(operand));
    }

    function castTo(FheType from, FheType to, uint256 value) external {
        _keep(Impl.cast(Impl.trivialEncrypt(value, from), to));
    }

    function select(FheType kind, bool control, uint256 ifTrue, uint256 ifFalse) external {
        bytes32 condition = Impl.trivialEncrypt(control ? 1 : 0, FheType.Bool);
        _keep(Impl.select(condition, Impl.trivialEncrypt(ifTrue, kind), Impl.trivialEncrypt(ifFalse, kind)));
    }

    function random(FheType kind) external {
        _keep(Impl.rand(kind));
    }

    function randomBelow(FheType kind, uint256 upperBound) external {
        _keep(Impl.randBounded(upperBound, kind));
    }

    function inputs(bytes32[] calldata handles, FheType[] calldata kinds, bytes calldata inputProof) external {
        for (uint256 i; i < handles.length; i++) {
            bytes32 value = Impl.verify(handles[i], inputProof, kinds[i]);
            Impl.allow(value, msg.sender);
            _keep(value);
        }
    }

    function publish(FheType[] calldata kinds) external {
        for (uint256 i; i < kinds.length; i++) Impl.makePubliclyDecryptable(kept[kinds[i]]);
    }

    function share(FheType kind, address account) external {
        Impl.allow(kept[kind], account);
    }

    function delegate(address account, address contractAddress, uint64 expirationDate) external {
        Impl.delegateForUserDecryption(account, contractAddress, expirationDate);
    }

    function _keep(bytes32 result) private {
        Impl.allow(result, address(this));
        kept[FheType(uint8(result[30]))] = result;
        emit Computed(result);
    }

    function _run(Binary operator, bytes32 lhs, bytes32 rhs, bool scalar) private returns (bytes32) {
        if (operator <= Binary.Rem) return _arithmetic(operator, lhs, rhs, scalar);
        if (operator <= Binary.Rotr) return _bitwise(operator, lhs, rhs, scalar);
        return _comparison(operator, lhs, rhs, scalar);
    }

    function _arithmetic(Binary operator, bytes32 lhs, bytes32 rhs, bool scalar) private returns (bytes32) {
        if (operator == Binary.Add) return Impl.add(lhs, rhs, scalar);
        if (operator == Binary.Sub) return Impl.sub(lhs, rhs, scalar);
        if (operator == Binary.Mul) return Impl.mul(lhs, rhs, scalar);
        return operator == Binary.Div ? Impl.div(lhs, rhs) : Impl.rem(lhs, rhs);
    }

    function _bitwise(Binary operator, bytes32 lhs, bytes32 rhs, bool scalar) private returns (bytes32) {
        if (operator == Binary.And) return Impl.and(lhs, rhs, scalar);
        if (operator == Binary.Or) return Impl.or(lhs, rhs, scalar);
        if (operator == Binary.Xor) return Impl.xor(lhs, rhs, scalar);
        if (operator == Binary.Shl) return Impl.shl(lhs, rhs, scalar);
        if (operator == Binary.Shr) return Impl.shr(lhs, rhs, scalar);
        return operator == Binary.Rotl ? Impl.rotl(lhs, rhs, scalar) : Impl.rotr(lhs, rhs, scalar);
    }

    function _comparison(Binary operator, bytes32 lhs, bytes32 rhs, bool scalar) private returns (bytes32) {
        if (operator == Binary.Eq) return Impl.eq(lhs, rhs, scalar);
        if (operator == Binary.Ne) return Impl.ne(lhs, rhs, scalar);
        if (operator == Binary.Ge) return Impl.ge(lhs, rhs, scalar);
        if (operator == Binary.Gt) return Impl.gt(lhs, rhs, scalar);
        if (operator == Binary.Le) return Impl.le(lhs, rhs, scalar);
        if (operator == Binary.Lt) return Impl.lt(lhs, rhs, scalar);
        return operator == Binary.Min ? Impl.min(lhs, rhs, scalar) : Impl.max(lhs, rhs, scalar);
    }
}
