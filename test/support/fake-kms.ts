import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { ml_kem_pke_encrypt, u8vec_to_ml_kem_pke_pk } from 'tkms';
import {
  bytesToHex,
  concatBytes,
  getAddress,
  type Hex,
  hashTypedData,
  hexToBytes,
  numberToBytes,
  toBytes,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** What a relayer is asked for, as far as the KMS reads it. */
type Asked = Readonly<{ handle: string; publicKey: string; userAddress: string }>;
/** The KMS of a chain: of a single node, whose key this is. */
type Kms = Readonly<{ privateKey: Hex; gatewayChainId: number; verifyingContract: Hex }>;

const RAW_KEY_LENGTH = 800;
const KEY_DOMAIN = 'SIGNCRYP';
const VALUE_DOMAIN = 'USER_DEC';

/**
 * The answer of a KMS of one node that decrypts `value`: encrypted for the key of the request and signed, inside and out, in
 * the serialization of Zama's own (bincode). Zama's module must have been loaded.
 */
export async function answerAsKms(kms: Kms, { handle, publicKey, userAddress }: Asked, value: bigint) {
  const { privateKey, gatewayChainId, verifyingContract } = kms;
  const domain = { name: 'Decryption', version: '1', chainId: gatewayChainId, verifyingContract } as const;
  const [key, user] = [toBytes(`0x${publicKey}`), getAddress(userAddress)];
  const rawKey = key.subarray(-RAW_KEY_LENGTH);
  const type = Number.parseInt(handle.slice(-4, -2), 16);
  const verificationKey = list(secp256k1.getPublicKey(privateKey.slice(2), true));
  const link = hashTypedData({
    domain,
    types: {
      UserDecryptionLinker: [
        { name: 'publicKey', type: 'bytes' },
        { name: 'handles', type: 'bytes32[]' },
        { name: 'userAddress', type: 'address' },
      ],
    },
    primaryType: 'UserDecryptionLinker',
    message: { publicKey: bytesToHex(key), handles: [asHex(handle)], userAddress: user },
  });
  const inner = concatBytes([
    list(numberToBytes(value, { size: 32 }).reverse()),
    int32(type),
    list(hexToBytes(link)),
  ]);
  const toSign = concatBytes([Buffer.from(VALUE_DOMAIN), inner, hexToBytes(user), digest(list(rawKey))]);
  const signature = secp256k1
    .sign(createHash('sha256').update(toSign).digest(), privateKey.slice(2), { lowS: true })
    .toCompactRawBytes();
  const encrypted = ml_kem_pke_encrypt(
    concatBytes([inner, signature, digest(verificationKey)]),
    u8vec_to_ml_kem_pke_pk(key),
  );
  const payload = concatBytes([
    list(verificationKey),
    list(hexToBytes(link)),
    int64(1),
    ...[int32(type), list(encrypted), list(hexToBytes(asHex(handle))), int32(1)],
    ...[int32(1), int32(0)],
  ]);
  const outer = await privateKeyToAccount(privateKey).signTypedData({
    domain,
    types: {
      UserDecryptResponseVerification: [
        { name: 'publicKey', type: 'bytes' },
        { name: 'ctHandles', type: 'bytes32[]' },
        { name: 'userDecryptedShare', type: 'bytes' },
        { name: 'extraData', type: 'bytes' },
      ],
    },
    primaryType: 'UserDecryptResponseVerification',
    message: {
      publicKey: bytesToHex(key),
      ctHandles: [asHex(handle)],
      userDecryptedShare: bytesToHex(payload),
      extraData: '0x',
    },
  });
  return { payload: bytesToHex(payload).slice(2), signature: outer.slice(2), extraData: '00' };
}

const asHex = (hex: string): Hex => `0x${hex.slice(2)}`;
const int32 = (value: number) => numberToBytes(value, { size: 4 }).reverse();
const int64 = (value: number) => numberToBytes(value, { size: 8 }).reverse();
/** Bytes with their number before them. */
const list = (bytes: Uint8Array) => concatBytes([int64(bytes.length), bytes]);
const digest = (bytes: Uint8Array) =>
  createHash('shake256', { outputLength: 32 }).update(KEY_DOMAIN).update(bytes).digest();
