// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {FHE, ebool, euint8, euint64, eaddress, externalEbool, externalEuint8, externalEuint64} from "@fhevm/solidity/lib/FHE.sol";
import {ZamaEthereumConfig} from "@fhevm/solidity/config/ZamaConfig.sol";
import {ERC7984} from "@openzeppelin/confidential-contracts/token/ERC7984/ERC7984.sol";
import {ERC7984ERC20Wrapper} from "@openzeppelin/confidential-contracts/token/ERC7984/extensions/ERC7984ERC20Wrapper.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice A confidential token: amounts and balances are encrypted, senders and recipients are not.
contract ConfidentialCredit is ERC7984, ZamaEthereumConfig {
    constructor() ERC7984("Confidential Credit", "cCRD", "") {}

    function mint(address to, externalEuint64 encryptedAmount, bytes calldata inputProof) external {
        _mint(to, FHE.fromExternal(encryptedAmount, inputProof));
    }

    function mintPlain(address to, uint64 amount) external {
        _mint(to, FHE.asEuint64(amount));
    }

    function burn(externalEuint64 encryptedAmount, bytes calldata inputProof) external {
        _burn(msg.sender, FHE.fromExternal(encryptedAmount, inputProof));
    }
}

/// @notice An ERC-20 wrapped into a confidential token.
contract ConfidentialDollar is ERC7984ERC20Wrapper, ZamaEthereumConfig {
    constructor(IERC20 underlying_) ERC7984("Confidential Demo Dollar", "cdUSD", "") ERC7984ERC20Wrapper(underlying_) {}
}

/// @notice An auction whose bids stay sealed; only the best bid and its bidder are ever revealed.
contract SealedAuction is ZamaEthereumConfig {
    euint64 private _bestBid;
    eaddress private _bestBidder;
    uint256 public bids;
    uint64 public price;
    address public winner;

    event BidPlaced(address indexed bidder, uint256 number);
    event Revealing(bytes32 bestBid, bytes32 bestBidder);
    event Settled(address indexed winner, uint64 price);

    constructor() {
        _bestBid = FHE.asEuint64(0);
        _bestBidder = FHE.asEaddress(address(0));
        _keep();
    }

    function bid(externalEuint64 encryptedBid, bytes calldata inputProof) external {
        euint64 offered = FHE.fromExternal(encryptedBid, inputProof);
        ebool better = FHE.gt(offered, _bestBid);
        _bestBid = FHE.select(better, offered, _bestBid);
        _bestBidder = FHE.select(better, FHE.asEaddress(msg.sender), _bestBidder);
        _keep();
        FHE.allow(offered, msg.sender);
        emit BidPlaced(msg.sender, ++bids);
    }

    function reveal() external {
        FHE.makePubliclyDecryptable(_bestBid);
        FHE.makePubliclyDecryptable(_bestBidder);
        emit Revealing(FHE.toBytes32(_bestBid), FHE.toBytes32(_bestBidder));
    }

    function settle(uint64 price_, address winner_, bytes calldata decryptionProof) external {
        bytes32[] memory handles = new bytes32[](2);
        (handles[0], handles[1]) = (FHE.toBytes32(_bestBid), FHE.toBytes32(_bestBidder));
        FHE.checkSignatures(handles, abi.encode(price_, winner_), decryptionProof);
        (price, winner) = (price_, winner_);
        emit Settled(winner_, price_);
    }

    function _keep() private {
        FHE.allowThis(_bestBid);
        FHE.allowThis(_bestBidder);
    }
}

/// @notice A weighted vote: neither the choice nor the weight of a ballot is visible.
contract PrivateVote is ZamaEthereumConfig {
    string public question;
    euint64 private _yes;
    euint64 private _no;
    uint256 public ballots;

    event BallotCast(address indexed voter);

    constructor(string memory question_) {
        question = question_;
        _yes = FHE.asEuint64(0);
        _no = FHE.asEuint64(0);
        _keep();
    }

    function vote(externalEbool support, externalEuint64 weight, bytes calldata inputProof) external {
        ebool inFavour = FHE.fromExternal(support, inputProof);
        euint64 power = FHE.min(FHE.fromExternal(weight, inputProof), 100);
        euint64 zero = FHE.asEuint64(0);
        _yes = FHE.add(_yes, FHE.select(inFavour, power, zero));
        _no = FHE.add(_no, FHE.select(inFavour, zero, power));
        _keep();
        ballots++;
        emit BallotCast(msg.sender);
    }

    function publish() external {
        FHE.makePubliclyDecryptable(_yes);
        FHE.makePubliclyDecryptable(_no);
    }

    function _keep() private {
        FHE.allowThis(_yes);
        FHE.allowThis(_no);
    }
}

/// @notice A dice game on encrypted randomness: only the player may learn the outcome.
contract EncryptedDice is ZamaEthereumConfig {
    mapping(address player => euint8) public lastThrow;
    mapping(address player => ebool) public won;

    event Rolled(address indexed player);

    function roll(externalEuint8 guess, bytes calldata inputProof) external {
        euint8 chosen = FHE.fromExternal(guess, inputProof);
        euint8 thrown = FHE.add(FHE.rem(FHE.randEuint8(), 6), 1);
        euint8 luck = FHE.randEuint8(16);
        ebool wins = FHE.and(FHE.eq(thrown, chosen), FHE.lt(luck, 15));
        lastThrow[msg.sender] = FHE.select(wins, thrown, FHE.min(thrown, chosen));
        won[msg.sender] = wins;
        FHE.allowThis(wins);
        FHE.allow(wins, msg.sender);
        FHE.allow(lastThrow[msg.sender], msg.sender);
        emit Rolled(msg.sender);
    }
}
