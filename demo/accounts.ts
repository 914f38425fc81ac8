import { pbkdf2Sync } from 'node:crypto';
import { toHex } from 'viem';
import { HDKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** Anvil's own published mnemonic, the only secret of the demo. */
export const MNEMONIC = 'test test test test test test test test test test test junk';
/** Accounts with ether from the first block on: anvil's `--accounts`. */
export const FUNDED_ACCOUNTS = 48;
/** The first users trade: they hold every token and approve the exchange and the wrapper. */
export const TRADERS = 12;

/** The users of the demo chain, and the signers in the role of Zama's off-chain services. */
export type Accounts = {
  users: readonly PrivateKeyAccount[];
  /** Deploys our own contracts; the first user. */
  deployer: PrivateKeyAccount;
  /** Attests encrypted inputs. */
  coprocessor: PrivateKeyAccount;
  /** Attests public decryptions. */
  kms: PrivateKeyAccount;
};

let derived: Accounts | undefined;

/**
 * All accounts derive from the mnemonic as anvil's own do: users from index 0, service signers from index 1000. Once per
 * process: fifty public keys take as long as twenty requests.
 */
export function deriveAccounts(): Accounts {
  derived ??= derive();
  return derived;
}

function derive(): Accounts {
  const seed = pbkdf2Sync(MNEMONIC, 'mnemonic', 2048, 64, 'sha512');
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0");
  const users = Array.from({ length: FUNDED_ACCOUNTS }, (_, index) => accountAt(parent, index));
  const [deployer] = users;
  if (!deployer) throw new Error('The demo chain has no users.');
  return { users, deployer, coprocessor: accountAt(parent, 1000), kms: accountAt(parent, 1001) };
}

function accountAt(parent: HDKey, index: number): PrivateKeyAccount {
  const { privateKey } = parent.deriveChild(index);
  if (!privateKey) throw new Error('The derived key is public.');
  return privateKeyToAccount(toHex(privateKey));
}
