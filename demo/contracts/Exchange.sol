// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice A constant-product pool of two tokens; its shares are an ERC-20.
contract Pool is ERC20 {
    IERC20 public immutable token0;
    IERC20 public immutable token1;
    uint256 public reserve0;
    uint256 public reserve1;

    event Sync(uint256 reserve0, uint256 reserve1);
    event Swap(address indexed sender, uint256 amountIn, uint256 amountOut, bool zeroForOne, address indexed to);

    error UnknownToken(address token);

    constructor(IERC20 token0_, IERC20 token1_) ERC20("Pool share", "POOL") {
        token0 = token0_;
        token1 = token1_;
    }

    /// @dev Mints shares for what was sent since the last update.
    function mint(address to) external returns (uint256 shares) {
        uint256 amount0 = token0.balanceOf(address(this)) - reserve0;
        uint256 amount1 = token1.balanceOf(address(this)) - reserve1;
        shares = totalSupply() == 0
            ? Math.sqrt(amount0 * amount1)
            : Math.min(amount0 * totalSupply() / reserve0, amount1 * totalSupply() / reserve1);
        _mint(to, shares);
        _update();
    }

    /// @dev Sells what was sent since the last update, for 0.3 %.
    function swap(address tokenIn, address to) external returns (uint256 amountOut) {
        bool zeroForOne = tokenIn == address(token0);
        if (!zeroForOne && tokenIn != address(token1)) revert UnknownToken(tokenIn);
        (uint256 reserveIn, uint256 reserveOut) = zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 amountIn = IERC20(tokenIn).balanceOf(address(this)) - reserveIn;
        uint256 kept = amountIn * 997;
        amountOut = kept * reserveOut / (reserveIn * 1000 + kept);
        (zeroForOne ? token1 : token0).transfer(to, amountOut);
        emit Swap(msg.sender, amountIn, amountOut, zeroForOne, to);
        _update();
    }

    function _update() private {
        reserve0 = token0.balanceOf(address(this));
        reserve1 = token1.balanceOf(address(this));
        emit Sync(reserve0, reserve1);
    }
}

/// @notice Creates the pools.
contract PoolFactory {
    mapping(bytes32 pair => Pool) private _pools;

    event PoolCreated(IERC20 indexed token0, IERC20 indexed token1, Pool pool);

    error PoolExists(Pool pool);

    function createPool(IERC20 tokenA, IERC20 tokenB) external returns (Pool pool) {
        (IERC20 token0, IERC20 token1) = _sorted(tokenA, tokenB);
        bytes32 pair = keccak256(abi.encode(token0, token1));
        if (address(_pools[pair]) != address(0)) revert PoolExists(_pools[pair]);
        pool = new Pool{salt: pair}(token0, token1);
        _pools[pair] = pool;
        emit PoolCreated(token0, token1, pool);
    }

    function poolOf(IERC20 tokenA, IERC20 tokenB) external view returns (Pool) {
        (IERC20 token0, IERC20 token1) = _sorted(tokenA, tokenB);
        return _pools[keccak256(abi.encode(token0, token1))];
    }

    function _sorted(IERC20 tokenA, IERC20 tokenB) private pure returns (IERC20, IERC20) {
        return tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
    }
}

/// @notice Moves a trader's tokens through one pool after another: several ERC-20 transfers in one call.
contract Router {
    PoolFactory public immutable factory;

    error NoPool(address tokenIn, address tokenOut);
    error TooLittleReceived(uint256 amountOut, uint256 amountOutMin);
    error Expired(uint256 deadline);

    constructor(PoolFactory factory_) {
        factory = factory_;
    }

    function addLiquidity(IERC20 tokenA, IERC20 tokenB, uint256 amountA, uint256 amountB) external returns (uint256) {
        Pool pool = _pool(address(tokenA), address(tokenB));
        tokenA.transferFrom(msg.sender, address(pool), amountA);
        tokenB.transferFrom(msg.sender, address(pool), amountB);
        return pool.mint(msg.sender);
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256 amountOut) {
        if (deadline < block.timestamp) revert Expired(deadline);
        IERC20(path[0]).transferFrom(msg.sender, address(_pool(path[0], path[1])), amountIn);
        for (uint256 i; i + 1 < path.length; i++) {
            address next = i + 2 < path.length ? address(_pool(path[i + 1], path[i + 2])) : to;
            amountOut = _pool(path[i], path[i + 1]).swap(path[i], next);
        }
        if (amountOut < amountOutMin) revert TooLittleReceived(amountOut, amountOutMin);
    }

    function _pool(address tokenIn, address tokenOut) private view returns (Pool pool) {
        pool = factory.poolOf(IERC20(tokenIn), IERC20(tokenOut));
        if (address(pool) == address(0)) revert NoPool(tokenIn, tokenOut);
    }
}
