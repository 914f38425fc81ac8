import { pbkdf2Sync } from 'node:crypto';
import { HDKey, hdKeyToAccount, type LocalAccount } from 'viem/accounts';

/** Anvil's own published mnemonic; the demo knows no other secret. */
export const MNEMONIC = 'test test test test test test test test test test test junk';
/** Accounts that hold ether from the first block on: anvil's `--accounts`. */
export const FUNDED_ACCOUNTS = 48;

/** The people of the demo chain, and the signers that stand for Zama's off-chain services. */
export type Accounts = {
  users: readonly LocalAccount[];
  /** Deploys our own contracts; the first user. */
  deployer: LocalAccount;
  /** Attests encrypted inputs. */
  coprocessor: LocalAccount;
  /** Attests public decryptions. */
  kms: LocalAccount;
};

/** All accounts derive from the mnemonic: users from index 0, service signers from index 1000. */
export function deriveAccounts(): Accounts {
  const seed = pbkdf2Sync(MNEMONIC, 'mnemonic', 2048, 64, 'sha512');
  const root = HDKey.fromMasterSeed(seed);
  const account = (addressIndex: number) => hdKeyToAccount(root, { addressIndex });
  const users = Array.from({ length: FUNDED_ACCOUNTS }, (_, index) => account(index));
  return { users, deployer: account(0), coprocessor: account(1000), kms: account(1001) };
}
