// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {FHE, ebool, euint8, euint64, externalEuint8, externalEuint64} from "@fhevm/solidity/lib/FHE.sol";
import {FheType} from "@fhevm/solidity/lib/FheType.sol";
import {ZamaEthereumConfig} from "@fhevm/solidity/config/ZamaConfig.sol";
import {IERC7984} from "@openzeppelin/confidential-contracts/interfaces/IERC7984.sol";
import {ConfidentialBridge, EXECUTOR_ADDRESS, INewerOperators} from "./NewerHosts.sol";

/// @notice Pays salaries that only the employer and each employee know.
contract Payroll is ZamaEthereumConfig {
    IERC7984 public immutable token;
    address public immutable employer;
    address[] public employees;
    mapping(address => euint64) private _salaries;
    /// @notice What one payday costs, for the employer alone.
    euint64 public total;

    event Hired(address indexed employee);
    event Payday(uint256 employees);

    error NotEmployer();

    constructor(IERC7984 token_) {
        (token, employer) = (token_, msg.sender);
    }

    modifier onlyEmployer() {
        if (msg.sender != employer) revert NotEmployer();
        _;
    }

    function hire(address employee, externalEuint64 salary, bytes calldata inputProof) external onlyEmployer {
        euint64 agreed = FHE.fromExternal(salary, inputProof);
        FHE.allowThis(agreed);
        FHE.allow(agreed, employee);
        FHE.allow(agreed, employer);
        _salaries[employee] = agreed;
        employees.push(employee);
        emit Hired(employee);
    }

    function sumUp() external onlyEmployer {
        bytes32[] memory salaries = new bytes32[](employees.length);
        for (uint256 i; i < salaries.length; i++) salaries[i] = euint64.unwrap(_salaries[employees[i]]);
        total = euint64.wrap(INewerOperators(EXECUTOR_ADDRESS).fheSum(salaries, FheType.Uint64));
        FHE.allowThis(total);
        FHE.allow(total, employer);
    }

    function pay() external onlyEmployer {
        for (uint256 i; i < employees.length; i++) {
            euint64 salary = _salaries[employees[i]];
            FHE.allowTransient(salary, address(token));
            token.confidentialTransfer(employees[i], salary);
        }
        emit Payday(employees.length);
    }
}

/// @notice A ballot between numbered proposals. A vote for none of them counts nowhere, and nobody sees it.
contract CouncilVote is ZamaEthereumConfig {
    string public question;
    uint8 public immutable proposals;
    mapping(uint256 proposal => euint64) private _votes;
    mapping(uint256 proposal => uint64) public result;
    mapping(address => bool) public hasVoted;
    euint64 public valid;

    event VoteCast(address indexed voter);
    event Closed(bytes32[] tallies);
    event Counted(uint64[] votes);

    error VotedAlready(address voter);

    constructor(string memory question_, uint8 proposals_) {
        (question, proposals) = (question_, proposals_);
        for (uint256 i = 1; i <= proposals_; i++) _votes[i] = _keep(FHE.asEuint64(0));
        valid = _keep(FHE.asEuint64(0));
    }

    function vote(externalEuint8 choice, bytes calldata inputProof) external {
        if (hasVoted[msg.sender]) revert VotedAlready(msg.sender);
        hasVoted[msg.sender] = true;
        euint8 chosen = FHE.fromExternal(choice, inputProof);
        bytes32[] memory known = new bytes32[](proposals);
        for (uint8 i; i < proposals; i++) {
            known[i] = euint8.unwrap(FHE.asEuint8(i + 1));
            ebool isThis = FHE.eq(chosen, i + 1);
            _votes[i + 1] = _keep(FHE.add(_votes[i + 1], FHE.asEuint64(isThis)));
        }
        bytes32 isValid = INewerOperators(EXECUTOR_ADDRESS).fheIsIn(euint8.unwrap(chosen), known, FheType.Uint8);
        valid = _keep(FHE.add(valid, FHE.asEuint64(ebool.wrap(isValid))));
        emit VoteCast(msg.sender);
    }

    function close() external {
        bytes32[] memory tallies = _tallies();
        for (uint256 i = 1; i <= proposals; i++) FHE.makePubliclyDecryptable(_votes[i]);
        emit Closed(tallies);
    }

    function count(uint64[] calldata votes, bytes calldata decryptionProof) external {
        bytes memory cleartexts = abi.encodePacked(votes);
        FHE.checkSignatures(_tallies(), cleartexts, decryptionProof);
        for (uint256 i; i < votes.length; i++) result[i + 1] = votes[i];
        emit Counted(votes);
    }

    function _tallies() private view returns (bytes32[] memory tallies) {
        tallies = new bytes32[](proposals);
        for (uint256 i; i < proposals; i++) tallies[i] = euint64.unwrap(_votes[i + 1]);
    }

    function _keep(euint64 value) private returns (euint64) {
        FHE.allowThis(value);
        return value;
    }
}

/// @notice Swaps one confidential token for another at a public rate; nobody sees how much.
contract ConfidentialSwap is ZamaEthereumConfig {
    IERC7984 public immutable sold;
    IERC7984 public immutable bought;
    uint64 public immutable numerator;
    uint64 public immutable denominator;

    event Swapped(address indexed trader, bytes32 paid, bytes32 received);

    constructor(IERC7984 sold_, IERC7984 bought_, uint64 numerator_, uint64 denominator_) {
        (sold, bought, numerator, denominator) = (sold_, bought_, numerator_, denominator_);
    }

    function swap(externalEuint64 amount, bytes calldata inputProof) external {
        euint64 offered = FHE.fromExternal(amount, inputProof);
        FHE.allowTransient(offered, address(sold));
        euint64 paid = sold.confidentialTransferFrom(msg.sender, address(this), offered);
        bytes32 due = INewerOperators(EXECUTOR_ADDRESS).fheMulDiv(
            euint64.unwrap(paid), bytes32(uint256(numerator)), bytes32(uint256(denominator)), 0x03
        );
        FHE.allowTransient(euint64.wrap(due), address(bought));
        euint64 received = bought.confidentialTransfer(msg.sender, euint64.wrap(due));
        emit Swapped(msg.sender, euint64.unwrap(paid), euint64.unwrap(received));
    }
}

/// @notice Keeps a secret number for its owner, and sends it to another chain.
contract TravellingSecret is ZamaEthereumConfig {
    ConfidentialBridge public immutable bridge;
    euint64 public secret;

    constructor(ConfidentialBridge bridge_) {
        bridge = bridge_;
    }

    function keep(externalEuint64 value, bytes calldata inputProof) external {
        secret = FHE.fromExternal(value, inputProof);
        FHE.allowThis(secret);
        FHE.allow(secret, msg.sender);
    }

    function send(uint64 chainId) external {
        bridge.send(euint64.unwrap(secret), chainId);
    }
}
