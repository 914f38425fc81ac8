import { type Message, type MessageCode, message } from '@/lib/messages/message';
import { isFheOperation } from './fhe-operations';

/** Events of fhEVM's host contracts by what they mean, names separated by spaces. */
const MEANINGS = {
  fhe_did_input: 'VerifyInput VerifyCiphertext',
  fhe_did_allow: 'Allowed',
  fhe_did_open: 'AllowedForDecryption',
  fhe_did_deny: 'BlockedAccount',
  fhe_did_undeny: 'UnblockedAccount',
  fhe_did_delegate: 'DelegatedForUserDecryption',
  fhe_did_revoke: 'RevokedDelegationForUserDecryption',
  fhe_did_invalidate: 'DecryptionSignaturesInvalidated',
  fhe_did_pause: 'Paused',
  fhe_did_unpause: 'Unpaused',
  fhe_did_exempt: 'BlockHCUWhitelistAdded',
  fhe_did_meter: 'BlockHCUWhitelistRemoved',
  fhe_did_cap_block: 'HCUPerBlockSet',
  fhe_did_cap_transaction: 'MaxHCUPerTxSet',
  fhe_did_cap_depth: 'MaxHCUDepthPerTxSet',
  fhe_did_signers: 'NewContextSet',
  fhe_did_context: 'NewKmsContext MirrorKmsContextAndEpoch',
  fhe_did_context_end: 'KMSContextDestroyed KmsContextDestroyed KmsEpochDestroyed',
  fhe_did_threshold:
    'KmsGenThresholdUpdated MpcThresholdUpdated PublicDecryptionThresholdUpdated UserDecryptionThresholdUpdated',
  fhe_did_epoch: 'NewKmsEpoch ActivateEpoch MirrorKmsEpoch',
  fhe_did_confirm: 'EpochActivationConfirmation KmsContextCreationConfirmation',
  fhe_did_propose: 'CoprocessorUpgradeProposed',
  fhe_did_bridge: 'BridgeHandle',
  fhe_did_receive: 'HandleBridged',
  fhe_did_fall_back: 'FallbackGrantedPlaintext',
  fhe_did_route:
    'DstChainIdSet LzReceiveBaseGasSet LzReceivePerHandleGasSet LzReceivePerPayloadByteGasSet PeerSet',
  fhe_did_upgrade: 'Upgraded',
  fhe_did_initialize: 'Initialized EIP712DomainChanged',
  fhe_did_owner: 'OwnershipTransferStarted OwnershipTransferred',
} as const satisfies Partial<Record<MessageCode, string>>;

const isCode = (code: string): code is keyof typeof MEANINGS => Object.hasOwn(MEANINGS, code);
const CODES: ReadonlyMap<string, MessageCode> = new Map(
  Object.keys(MEANINGS)
    .filter(isCode)
    .flatMap((code) => MEANINGS[code].split(' ').map((name) => [name, code] as const)),
);

/** What an event of a host contract of fhEVM says, by its name; undefined for other ones. Anyone can emit the same. */
export function explainFheEvent(name: string): Message | undefined {
  if (isFheOperation(name)) return message('fhe_did_operation');
  const code = CODES.get(name);
  return code && message(code);
}
