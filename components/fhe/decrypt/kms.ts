import load, {
  ml_kem_pke_get_pk,
  ml_kem_pke_keygen,
  ml_kem_pke_pk_to_u8vec,
  new_client,
  new_server_id_addr,
  type PrivateEncKeyMlKem512,
  process_user_decryption_resp_from_js,
} from 'tkms';
import { bytesToHex, hexToBytes, numberToHex } from 'viem/utils';
import { t } from '@/lib/language/t';
import { DecryptProblem } from './problem';
import type { Share } from './relayer';

/** A key pair for one answer: the public key in hex, the secret one in the memory of the module. */
export type Keys = Readonly<{ publicKey: `0x${string}`; secret: PrivateEncKeyMlKem512 }>;
/** What the answer must be for, with addresses in EIP-55, and the addresses of those that sign it. */
export type Expected = Readonly<{
  account: string;
  handle: string;
  gateway: Readonly<{ chainId: bigint; contract: string }>;
  signers: readonly string[];
}>;

/** Loads Zama's module (from this site) and makes a key pair. */
export async function createKeys(): Promise<Keys> {
  await load();
  const secret = ml_kem_pke_keygen();
  return { publicKey: bytesToHex(ml_kem_pke_pk_to_u8vec(ml_kem_pke_get_pk(secret))), secret };
}

/**
 * Verifies the signatures of the shares and that they are for this account, handle and key, and puts the value together.
 * Throws DecryptProblem.
 */
export function openShares(keys: Keys, shares: readonly Share[], expected: Expected): bigint {
  const { account, handle, gateway, signers } = expected;
  try {
    const servers = signers.map((signer, index) => new_server_id_addr(index + 1, signer));
    const request = {
      signature: undefined,
      client_address: account,
      enc_key: keys.publicKey.slice(2),
      ciphertext_handles: [handle.slice(2)],
      eip712_verifying_contract: gateway.contract,
    };
    const domain = {
      name: 'Decryption',
      version: '1',
      chain_id: hexToBytes(numberToHex(gateway.chainId, { size: 32 })),
      verifying_contract: gateway.contract,
      salt: null,
    };
    const client = new_client(servers, account, 'default');
    const publicKey = ml_kem_pke_get_pk(keys.secret);
    const plaintexts = process_user_decryption_resp_from_js(
      client,
      request,
      domain,
      shares,
      publicKey,
      keys.secret,
      true,
    );
    const [plaintext] = plaintexts;
    if (plaintext === undefined || plaintexts.length !== 1) throw new Error('another number of values');
    return BigInt(bytesToHex(plaintext.bytes));
  } catch {
    throw new DecryptProblem(
      t('The answer of the relayer is not valid: it is not signed by the KMS, or not for this request.'),
    );
  }
}
