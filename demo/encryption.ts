import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  hexToBigInt,
  keccak256,
  numberToHex,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { CHAIN_ID } from './envelope';

/** Chain and contracts of Zama's gateway, which the signatures of its services are bound to. */
export const GATEWAY_CHAIN_ID = 654321n;
export const INPUT_VERIFICATION_CONTRACT = '0x812b06e1CDCE800494b79fFE4f925A504a9A9810';
export const DECRYPTION_CONTRACT = '0x5ffdaAB0373E62E2ea2944776209aEf29E631A64';

/** IDs of the supported encrypted types (FheType of the host contracts). */
export const FheType = {
  Bool: 0,
  Uint8: 2,
  Uint16: 3,
  Uint32: 4,
  Uint64: 5,
  Uint128: 6,
  Address: 7,
  Uint256: 8,
} as const;

type EncryptRequest = {
  coprocessor: PrivateKeyAccount;
  contract: Address;
  user: Address;
  values: readonly { type: number; value: bigint }[];
  /** Distinguishes ciphertexts of equal values. */
  salt: number;
};

/**
 * Handles and proof of an encrypted input, as the coprocessor would attest it. The proof is `uint8 handles | uint8
 * signers | handles | signatures | extra data`. Nothing is encrypted: a chain holds handles, no ciphertexts.
 */
export async function encryptInput(input: EncryptRequest): Promise<{ handles: Hex[]; inputProof: Hex }> {
  const { contract, user, values, salt } = input;
  const list = keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint256[]' }, { type: 'uint256' }],
      [contract, user, values.map(({ value }) => value), BigInt(salt)],
    ),
  );
  const handles = values.map(({ type }, index) => inputHandle(list, index, type));
  const extraData = '0x00';
  const signature = await input.coprocessor.signTypedData({
    domain: gatewayDomain('InputVerification', INPUT_VERIFICATION_CONTRACT),
    primaryType: 'CiphertextVerification',
    types: {
      CiphertextVerification: [
        { name: 'ctHandles', type: 'bytes32[]' },
        { name: 'userAddress', type: 'address' },
        { name: 'contractAddress', type: 'address' },
        { name: 'contractChainId', type: 'uint256' },
        { name: 'extraData', type: 'bytes' },
      ],
    },
    message: {
      ctHandles: handles,
      userAddress: user,
      contractAddress: contract,
      contractChainId: BigInt(CHAIN_ID),
      extraData,
    },
  });
  const counts = concat([numberToHex(handles.length, { size: 1 }), '0x01']);
  return { handles, inputProof: concat([counts, ...handles, signature, extraData]) };
}

/** Bytes 0-20 hash, 21 index in the list, 22-29 chain ID, 30 type, 31 version 0. */
function inputHandle(list: Hex, index: number, type: number): Hex {
  const hash = hexToBigInt(keccak256(concat([list, numberToHex(index, { size: 1 })])));
  const tail = (BigInt(index) << 80n) | (BigInt(CHAIN_ID) << 16n) | (BigInt(type) << 8n);
  return numberToHex(((hash >> 88n) << 88n) | tail, { size: 32 });
}

/** The key management service's attestation that the handles decrypt to the ABI-encoded cleartexts. */
export async function signDecryption(options: {
  kms: PrivateKeyAccount;
  handles: readonly Hex[];
  cleartexts: Hex;
}): Promise<Hex> {
  const extraData = '0x';
  const signature = await options.kms.signTypedData({
    domain: gatewayDomain('Decryption', DECRYPTION_CONTRACT),
    primaryType: 'PublicDecryptVerification',
    types: {
      PublicDecryptVerification: [
        { name: 'ctHandles', type: 'bytes32[]' },
        { name: 'decryptedResult', type: 'bytes' },
        { name: 'extraData', type: 'bytes' },
      ],
    },
    message: { ctHandles: options.handles, decryptedResult: options.cleartexts, extraData },
  });
  return concat(['0x01', signature, extraData]);
}

function gatewayDomain(name: string, verifyingContract: Address) {
  return { name, version: '1', chainId: Number(GATEWAY_CHAIN_ID), verifyingContract };
}
