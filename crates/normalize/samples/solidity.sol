// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./IERC20.sol";
import {Ownable as Owned, Math} from "./access/Owned.sol";

/// A token with an owner, pauses and fees.
interface IToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    error Insufficient(uint256 available, uint256 required);

    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
}

library Fees {
    uint256 internal constant BASE = 10_000;

    function cut(uint256 amount, uint256 rate) internal pure returns (uint256) {
        return (amount * rate) / BASE;
    }

    function max(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > b ? a : b;
    }
}

abstract contract Pausable {
    bool private paused;

    modifier whenRunning() {
        require(!paused, "it's paused");
        _;
    }

    function _pause() internal virtual {
        paused = true;
    }

    function _resume() internal virtual {
        paused = false;
    }

    function isPaused() public view returns (bool) {
        return paused;
    }
}

contract Token is IToken, Pausable, Owned {
    using Fees for uint256;

    enum Level { None, Silver, Gold }

    struct Holder {
        uint256 balance;
        uint64 since;
        Level level;
        mapping(address => uint256) allowances;
    }

    string public name;
    bytes32 public immutable salt;
    uint256 public total;
    uint8 public constant decimals = 18;
    mapping(address => Holder) private holders;
    address[] private known;

    constructor(string memory _name, uint256 supply) Owned(msg.sender) {
        name = _name;
        salt = keccak256(abi.encodePacked(_name, block.timestamp));
        mint(msg.sender, supply * 1 ether);
    }

    function balanceOf(address account) public view override returns (uint256) {
        return holders[account].balance;
    }

    function transfer(address to, uint256 amount) external override whenRunning returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) public returns (bool) {
        holders[msg.sender].allowances[spender] = amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) public returns (bool) {
        uint256 allowed = holders[from].allowances[msg.sender];
        if (allowed < amount) {
            revert Insufficient({available: allowed, required: amount});
        }
        unchecked {
            holders[from].allowances[msg.sender] = allowed - amount;
        }
        move(from, to, amount);
        return true;
    }

    function move(address from, address to, uint256 amount) internal {
        require(to != address(0), "no receiver");
        Holder storage sender = holders[from];
        Holder storage receiver = holders[to];
        if (sender.balance < amount) revert Insufficient(sender.balance, amount);
        uint256 fee = amount.cut(25);
        sender.balance -= amount;
        receiver.balance += amount - fee;
        holders[owner].balance += fee;
        if (receiver.since == 0) {
            receiver.since = uint64(block.timestamp);
            known.push(to);
        }
        receiver.level = levelOf(receiver.balance);
        emit Transfer(from, to, amount);
    }

    function levelOf(uint256 balance) public pure returns (Level) {
        if (balance >= 1000 ether) {
            return Level.Gold;
        } else if (balance >= 10 ether) {
            return Level.Silver;
        } else {
            return Level.None;
        }
    }

    function mint(address to, uint256 amount) public onlyOwner {
        total += amount;
        holders[to].balance += amount;
        known.push(to);
    }

    function burn(uint256 amount) external {
        Holder storage holder = holders[msg.sender];
        assert(holder.balance <= total);
        holder.balance -= amount;
        total -= amount;
        delete holders[address(this)];
    }

    function richest() external view returns (address best, uint256 most) {
        for (uint256 i = 0; i < known.length; i++) {
            uint256 balance = holders[known[i]].balance;
            if (balance <= most) continue;
            most = balance;
            best = known[i];
        }
    }

    function hash(bytes calldata data) external pure returns (bytes32 result) {
        assembly {
            let size := calldatasize()
            result := mload(add(data.offset, 0x20))
        }
        result ^= bytes32(uint256(0xff) << 8);
    }

    receive() external payable {
        mint(msg.sender, msg.value);
    }

    fallback() external payable {
        revert("unknown call");
    }
}

/* An auction that ends after a while
   and pays back who was outbid. */
contract Auction {
    address payable public seller;
    uint256 public end;
    address public winner;
    uint256 public bid;
    mapping(address => uint256) refunds;
    bool closed;

    event Raised(address who, uint256 amount);

    constructor(uint256 length) {
        seller = payable(msg.sender);
        end = block.timestamp + length * 1 days;
    }

    function offer() external payable {
        require(block.timestamp < end, 'too late');
        require(msg.value > bid, "too little");
        if (winner != address(0)) {
            refunds[winner] += bid;
        }
        winner = msg.sender;
        bid = msg.value;
        emit Raised(msg.sender, msg.value);
    }

    function withdraw() external returns (bool) {
        uint256 amount = refunds[msg.sender];
        if (amount > 0) {
            refunds[msg.sender] = 0;
            (bool sent, ) = payable(msg.sender).call{value: amount}("");
            if (!sent) {
                refunds[msg.sender] = amount;
                return false;
            }
        }
        return true;
    }

    function close() external {
        require(block.timestamp >= end && !closed, unicode"not yet");
        closed = true;
        try IToken(address(this)).balanceOf(seller) returns (uint256 value) {
            bid += value;
        } catch Error(string memory) {
            bid = Fees.max(bid, 1 gwei);
        } catch {
            bid = 0;
        }
        uint256 left = 3;
        while (left > 0) {
            left--;
        }
        do { left++; } while (left < 2 ** 4 % 7);
        seller.transfer(bid);
    }
}
