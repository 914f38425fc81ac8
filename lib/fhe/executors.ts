import { hexToBuffer } from '@/lib/evm/hex';

/** Known FHEVMExecutor contracts by chain ID (fhEVM's published addresses; 31337 is local). */
const EXECUTORS: ReadonlyMap<number, string> = new Map([
  [1, '0xD82385dADa1ae3E969447f20A3164F6213100e75'],
  [137, '0xAB0075E77fe06083f52bdf10e2ccDB3712483057'],
  [31337, '0xe3a9105a3a932253A70F126eb1E3b589C643dD24'],
  [80002, '0x89420269f61e4db00545cd99da0aEcA7fF0912f9'],
  [11155111, '0x92C920834Ec8941d2C77D188936E1f7A6f49c127'],
]);

/** The chain's FHEVMExecutor address (20 bytes), undefined when unknown. */
export function findExecutor(chainId: number): Buffer | undefined {
  const address = EXECUTORS.get(chainId);
  return address === undefined ? undefined : hexToBuffer(address);
}

/** Their ACL contracts, which log who may decrypt. */
const ACLS: ReadonlyMap<number, string> = new Map([
  [1, '0xcA2E8f1F656CD25C01F05d0b243Ab1ecd4a8ffb6'],
  [137, '0x6737F17e31cf26a1b62fb0362acC5a16CB156F49'],
  [31337, '0x50157CFfD6bBFA2DECe204a89ec419c23ef5755D'],
  [80002, '0xD99Cb9Fc3c42c87f2A4A12e8Fd60318d6bDdf985'],
  [11155111, '0xf0Ffdc93b7E186bC2f8CB3dAA75D86d1930A433D'],
]);

/** Whether an address is the chain's FHEVMExecutor or ACL; undefined where these are not known. */
export function isHostContract(
  chainId: number,
  kind: 'executor' | 'acl',
  address: string,
): boolean | undefined {
  const known = (kind === 'executor' ? EXECUTORS : ACLS).get(chainId);
  return known === undefined ? undefined : known.toLowerCase() === address.toLowerCase();
}

/** The known host contracts of a chain, hex addresses. */
export function listHostContracts(chainId: number): readonly { address: string; kind: 'Executor' | 'ACL' }[] {
  const [executor, acl] = [EXECUTORS.get(chainId), ACLS.get(chainId)];
  return [
    ...(executor === undefined ? [] : [{ address: executor, kind: 'Executor' as const }]),
    ...(acl === undefined ? [] : [{ address: acl, kind: 'ACL' as const }]),
  ];
}
