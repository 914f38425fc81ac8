import { type Msg, msg } from '@/lib/language/t';

/** What an event that names a handle says, by its name. */
export const HANDLE_EVENTS: Readonly<Record<string, Msg | undefined>> = {
  VerifyInput: msg('proof of the encrypted input verified'),
  AllowedForDecryption: msg('made publicly decryptable'),
  PublicDecryptionVerified: msg('public decryption reported'),
  AmountDiscloseRequested: msg('disclosure requested'),
  AmountDisclosed: msg('amount disclosed'),
  UnwrapRequested: msg('unwrap requested'),
  UnwrapFinalized: msg('unwrap finished'),
  Wrap: msg('amount wrapped'),
  BridgeHandle: msg('sent over the bridge'),
  HandleBridged: msg('named by the bridge'),
  FallbackGrantedPlaintext: msg('plaintext granted by the bridge'),
};
