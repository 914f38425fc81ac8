import { SOURCE_HEAD } from './solidity-project';

/**
 * Contracts whose functions fail, each at the line with the comment `// @` and its name, and the settings of the compiler
 * that all are tried with.
 */
export const FAILURE_SOURCES = {
  'src/Lib.sol': `${SOURCE_HEAD}
error Refused(uint256 code, string why);
error Plain();

library Inner {
  function mustBeSmall(uint256 x) internal pure returns (uint256) {
    require(x < 10, "too large"); // @requireInInternalLibrary
    return x;
  }
  function third(uint256[] memory list, uint256 at) internal pure returns (uint256) {
    return list[at]; // @boundsInInternalLibrary
  }
}

library Outer {
  function check(uint256 x) external pure returns (uint256) {
    if (x > 10) revert Refused(x, "outer"); // @errorInExternalLibrary
    return x;
  }
  function divide(uint256 x, uint256 y) public pure returns (uint256) {
    return x / y; // @divisionInExternalLibrary
  }
}

function freely(uint256 x) pure returns (uint256) {
  if (x == 7) {
    revert Plain(); // @errorInFreeFunction
  }
  return x;
}
`,
  'src/Child.sol': `${SOURCE_HEAD}
import "./Lib.sol";
contract Child {
  uint256 public held;
  constructor(uint256 x) {
    require(x != 3, "no three"); // @constructorRequire
    held = 100 / x; // @constructorDivision
  }
  function strict(uint256 x) external returns (uint256) {
    held = x;
    require(x < 5, "child says no"); // @requireInCalledContract
    return x;
  }
  function careful(uint256 x) external {
    held = x;
    if (x > 1) revert Plain(); // @rethrownAfterCreation
  }
  function silent() external pure {
    assembly { revert(0, 0) } // @assemblyRevertInCalledContract
  }
}
contract Base {
  uint256 internal level;
  modifier onlyHigh(uint256 x) {
    require(x > 100, "low"); // @requireInModifier
    _;
  }
  function inherited(uint256 x) public virtual returns (uint256) {
    level = x;
    if (x == 1) revert Refused({code: x, why: "base"}); // @errorInBase
    return level;
  }
}
contract Logic {
  uint256 internal level;
  function change(uint256 x) external {
    level = x;
    assert(x != 4); // @assertInDelegatecall
  }
}
`,
  'src/Main.sol': `${SOURCE_HEAD}
import "./Lib.sol";
import "./Child.sol";
contract Main is Base {
  using Inner for uint256;
  enum Color { Red, Green }
  Child internal child;
  Logic internal logic;
  uint256[] internal stored;
  uint256 internal total;
  mapping(uint256 => uint256) internal byId;
  constructor(Child c, Logic l) { child = c; logic = l; stored.push(1); }

  function requireText(uint256 x) external {
    total += x;
    require(x == 1, "not one"); // @requireText
  }
  function requireBare(uint256 x) external {
    total += x;
    require(x == 1); // @requireBare
  }
  function requireError(uint256 x) external {
    total += x;
    require(x == 1, Refused(x, "in require")); // @requireError
  }
  function requireLong(uint256 x) external {
    total += x;
    require( // @requireLong
      x == 1 &&
      total > 5,
      "several lines"
    );
  }
  function customError(uint256 x) external {
    total += x;
    if (x != 1) revert Refused(x, "custom"); // @customError
  }
  function customErrorBelow(uint256 x) external {
    total += x;
    if (x != 1) {
      revert Plain(); // @customErrorBelow
    }
  }
  function revertText(uint256 x) external {
    total += x;
    if (x != 1) revert("words"); // @revertText
  }
  function twoErrors(uint256 x) external {
    total += x;
    if (x == 1) revert Plain();
    if (x == 2) revert Plain(); // @twoErrors
    if (x == 3) revert Plain();
  }
  function overflow(uint256 x) external {
    uint256 y = total;
    total = y + x; // ok
    total = y - x; // @overflow
  }
  function multiply(uint8 x) external returns (uint8) {
    total += x;
    return x * 2; // @multiply
  }
  function bounds(uint256 x) external returns (uint256) {
    total += x;
    return stored[x]; // @bounds
  }
  function division(uint256 x) external returns (uint256) {
    total += 1;
    return 10 / x; // @division
  }
  function toEnum(uint256 x) external returns (Color) {
    total += 1;
    return Color(x); // @toEnum
  }
  function asserted(uint256 x) external {
    total += 1;
    assert(x == 1); // @asserted
  }
  function popEmpty() external {
    stored.pop();
    stored.pop(); // @popEmpty
  }
  function requireInInternalLibrary(uint256 x) external {
    total = x.mustBeSmall();
  }
  function boundsInInternalLibrary(uint256 x) external {
    total = Inner.third(new uint256[](3), x);
  }
  function errorInExternalLibrary(uint256 x) external {
    total = Outer.check(x);
  }
  function divisionInExternalLibrary(uint256 x) external {
    total = Outer.divide(x, 0);
  }
  function errorInFreeFunction(uint256 x) external {
    total = freely(x);
  }
  function requireInCalledContract(uint256 x) external {
    total = child.strict(x);
  }
  function assemblyRevertInCalledContract() external view {
    child.silent();
  }
  function requireInModifier(uint256 x) external onlyHigh(x) {
    total = x;
  }
  function errorInBase(uint256 x) external {
    total = inherited(x);
  }
  function assertInDelegatecall(uint256 x) external {
    (bool ok, bytes memory data) = address(logic).delegatecall(abi.encodeCall(Logic.change, (x)));
    if (!ok) assembly { revert(add(data, 32), mload(data)) }
  }
  function constructorRequire(uint256 x) external {
    child = new Child(x);
  }
  function constructorDivision(uint256 x) external {
    child = new Child(x);
  }
  function assemblyRevert(uint256 x) external {
    total += x;
    assembly {
      if gt(x, 1) {
        mstore(0, x)
        revert(0, 32) // @assemblyRevert
      }
    }
  }
  function assemblyInvalid(uint256 x) external {
    total += x;
    assembly { invalid() } // @assemblyInvalid
  }
  function afterCatch(uint256 x) external {
    try child.strict(x) { total = 1; } catch { total = 2; }
    require(total == 1, "after a catch"); // @afterCatch
  }
  function bareAfterCatch(uint256 x) external {
    try child.silent() { total = 1; } catch { total = 2; }
    for (uint256 i = 0; i < 9; i++) total += x;
    require(total == 1); // @bareAfterCatch
  }
  function rethrownAfterCreation(uint256 x) external {
    try child.careful(x) { total = 1; } catch (bytes memory data) {
      child = new Child(x);
      assembly { revert(add(data, 32), mload(data)) }
    }
  }
  function missingContract(uint256 x) external {
    total = Child(address(uint160(x))).strict(x); // @missingContract
  }
  function inLoop(uint256 x) external {
    for (uint256 i = 0; i < x; i++) {
      byId[i] = i;
      require(i != 5, "five"); // @inLoop
    }
  }
  function outOfGas(uint256 x) external {
    while (x > 0) { byId[total] = x; total += 1; } // @outOfGas
  }
  function deep(uint256 x) public returns (uint256) {
    if (x == 0) revert Plain(); // @deep
    return deep(x - 1) + 1;
  }
}
`,
} as const;

/** Call data arguments of the functions that take one other than 2. */
export const FAILURE_ARGUMENTS: Readonly<Record<string, bigint | undefined>> = {
  ...{ multiply: 200n, division: 0n, errorInExternalLibrary: 11n, errorInFreeFunction: 7n, errorInBase: 1n },
  ...{ requireInInternalLibrary: 11n, boundsInInternalLibrary: 3n, requireInCalledContract: 6n },
  ...{
    assertInDelegatecall: 4n,
    constructorRequire: 3n,
    constructorDivision: 0n,
    inLoop: 9n,
    afterCatch: 6n,
  },
  ...{ missingContract: 0x999n, deep: 3n },
};

/** Settings that all cases are compiled with. */
export const FAILURE_SETTINGS = {
  plain: { optimizer: { enabled: false } },
  optimized: { optimizer: { enabled: true, runs: 200 } },
  ir: { optimizer: { enabled: true, runs: 200 }, viaIR: true },
  'plain IR': { optimizer: { enabled: false }, viaIR: true },
} as const;
