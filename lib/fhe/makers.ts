import { hexToBuffer } from '@/lib/evm/hex';

/** What computes on encrypted values: an fhEVM, Fhenix CoFHE, or the enclaves of iExec Nox. */
export type FheMaker = 'fhevm' | 'cofhe' | 'nox' | 'unknown';

/** ERC-7201 slot where fhEVM's library keeps an app's contracts: ACL, executor and KMSVerifier, one slot each. */
export const APP_CONFIG_SLOT = 0x9e7b61f58c47dc699ac88507c4f5bb9f121c03808c5676a8078fe583e4649700n;

/** Contracts whose logs beside a transfer tell its maker: CoFHE's TaskManager, the same on all chains, and Nox's. */
export const MAKER_CONTRACTS: readonly Readonly<{ address: Buffer; maker: FheMaker }>[] = [
  { address: hexToBuffer('0xeA30c4B8b44078Bbf8a6ef5b9f1eC1626C7848D9'), maker: 'cofhe' },
  { address: hexToBuffer('0x24Ef36Ec5b626D7DCD09a98F3083c2758F0F77bF'), maker: 'nox' },
  { address: hexToBuffer('0xd464B198f06756a1d00be223634b85E0a731c229'), maker: 'nox' },
];

const LENGTH = 32;
const NOX_CHAIN_OFFSET = 1;
const FHEVM_CHAIN_OFFSET = 22;
const VERSION_BYTE = 31;

/** The maker that a handle of a chain has the form of; undefined for none. Only a hint: any contract can make one up. */
export function makerOfHandle(handle: Buffer, chainId: number): FheMaker | undefined {
  if (handle.length !== LENGTH) return undefined;
  const isFhevm =
    handle.readBigUInt64BE(FHEVM_CHAIN_OFFSET) === BigInt(chainId) && handle[VERSION_BYTE] === 0;
  if (isFhevm) return 'fhevm';
  return handle[0] === 0 && handle.readUInt32BE(NOX_CHAIN_OFFSET) === chainId ? 'nox' : undefined;
}
