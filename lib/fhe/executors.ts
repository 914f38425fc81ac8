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
