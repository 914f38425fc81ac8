import { type Message, type MessageCode, message } from '@/lib/messages/message';

/** Errors of fhEVM's host contracts and of its libraries by what they mean, names separated by spaces. */
const MEANINGS = {
  fhe_transaction_limit: 'HCUTransactionLimitExceeded',
  fhe_depth_limit: 'HCUTransactionDepthLimitExceeded',
  fhe_block_limit: 'HCUBlockLimitExceeded',
  fhe_meter_caller: 'CallerMustBeFHEVMExecutorContract',
  fhe_type_unsupported: 'UnsupportedOperation UnsupportedType InvalidType OnlyScalarOperationsAreSupported',
  fhe_handle_zero: 'InvalidZeroHandle',
  fhe_handle_refused:
    'ACLNotAllowed SenderNotAllowedToUseHandle SenderNotAllowed HandleNotAllowed HandleAccessManagerNotAllowed ERC7984UnauthorizedUseOfEncryptedAmount ERC7984UtilsUnauthorizedUseOfEncryptedAmount ERC7984HookModuleUnauthorizedUseOfEncryptedAmount ERC7984UnauthorizedUseOfEncryptedAddress VestingWalletConfidentialUnauthorizedHandle',
  fhe_types_differ: 'IncompatibleTypes',
  fhe_operand_form: 'IsNotScalar SecondOperandIsNotScalar ScalarByteIsNotBoolean InvalidMulDivScalarByte',
  fhe_division_by_zero: 'DivisionByZero',
  fhe_random_bound: 'NotPowerOfTwo UpperBoundAboveMaxTypeValue',
  fhe_collection_size: 'FHECollectionSizeInvalid',
  fhe_position_overflow: 'BoundaryBitPositionOverflow',
  fhe_byte_length: 'InvalidByteLength',
  fhe_limits_contradict: 'HCUPerBlockBelowMaxPerTx MaxHCUPerTxBelowDepth',
  fhe_whitelist_same: 'AlreadyBlockHCUWhitelisted NotBlockHCUWhitelisted',
  fhe_not_host_owner: 'NotHostOwner',
  fhe_sender_denied: 'SenderDenied',
  fhe_deny_list_same: 'AccountAlreadyBlocked AccountNotBlocked',
  fhe_delegation_repeated: 'AlreadyDelegatedOrRevokedInSameBlock ExpirationDateAlreadySetToSameValue',
  fhe_delegation_parties:
    'DelegateCannotBeContractAddress DelegateCannotBeWildcard SenderCannotBeContractAddress SenderCannotBeDelegate',
  fhe_delegation_expiry: 'ExpirationDateBeforeOneHour ExpirationDateInThePast',
  fhe_delegation_missing: 'NotDelegatedYet',
  fhe_handles_missing: 'HandlesListIsEmpty EmptyHandleList',
  fhe_pauser: 'NotPauser SenderNotPauser AccountAlreadyPauser AccountNotPauser InvalidNullPauser',
  fhe_invalidation_time: 'InvalidationTimestampInTheFuture InvalidationTimestampTooLow',
  fhe_input_proof:
    'DeserializingInputProofFail EmptyInputProof InvalidChainId InvalidHandleVersion InvalidIndex InvalidInputHandle',
  fhe_input_signatures:
    'InvalidSigner SignatureThresholdNotReached SignaturesVerificationFailed ZeroSignature',
  fhe_signer_set:
    'CoprocessorAlreadySigner CoprocessorSignerNull NotASigner SignersSetIsEmpty ThresholdIsAboveNumberOfSigners ThresholdIsNull KMSAlreadySigner KMSSignerNull',
  fhe_decryption_proof:
    'DeserializingDecryptionProofFail EmptyDecryptionProof DeserializingExtraDataFail UnsupportedExtraDataVersion',
  fhe_decryption_signatures:
    'KMSInvalidSigner KMSSignatureThresholdNotReached KMSZeroSignature InvalidKMSSignatures',
  fhe_kms_context:
    'InvalidKMSContext InvalidKmsContext InvalidKmsEpoch CurrentKMSContextCannotBeDestroyed CurrentKmsContextCannotBeDestroyed LatestActiveKmsContextCannotBeDestroyed LatestActiveKmsEpochCannotBeDestroyed NonIncreasingEpochId NonIncreasingKmsContextId KmsContextNotCreated KmsContextNotPending KmsLifecycleOperationInFlight KmsContextCreationAlreadyConfirmed KmsContextCreationUnauthorized EpochActivationAlreadyConfirmed EpochActivationSignerDoesNotMatchTxSender EpochActivationUnauthorized EmptyEpochActivationAttestation',
  fhe_kms_nodes:
    'EmptyKmsNodes InvalidHighThreshold InvalidNullThreshold KmsNodeNullSigner KmsNodeNullTxSender KmsSignerAlreadyRegistered KmsSignerSetExceedsProofFormatLimit KmsTxSenderAlreadyRegistered ThresholdExceedsProofFormatLimit',
  fhe_upgrade_proposal:
    'DuplicateChainId EmptyChainUpgradeWindows EmptySoftwareVersion InvalidBlockWindow InvalidProposalId ZeroChainId ZeroGwStartBlock',
  fhe_key_generation:
    'AbortCrsgenAlreadyDone AbortCrsgenInvalidId AbortKeygenAlreadyDone AbortKeygenInvalidId CrsAborted CrsNotGenerated CrsgenNotRequested CrsgenOngoing EmptyKeyDigests InvalidMigrationConsensusState InvalidMigrationCounterState InvalidMigrationMaterial KeyAborted KeyManagementRequestPending KeyNotGenerated KeygenNotRequested KeygenOngoing KmsAlreadySignedForCrsgen KmsAlreadySignedForKeygen KmsAlreadySignedForPrepKeygen KmsSignerDoesNotMatchTxSender NotKmsTxSender PrepKeygenNotRequested UnknownMigrationConsensusTxSender NotKmsSigner',
  fhe_bridge_paused: 'ACLPaused',
  fhe_bridge_fee: 'MsgValueMustEqualQuotedFee NotEnoughNative LzTokenUnavailable',
  fhe_bridge_route: 'NoPeer OnlyPeer UnknownDstEid UnsupportedEid',
  fhe_bridge_caller:
    'NotACL NotLzEndpoint OnlyEndpoint OnlyConfidentialBridge InvalidEndpointCall UnexpectedComposeOrigin InvalidDelegate',
  fhe_bridge_handle:
    'TooManyHandles UnsupportedFheTypeInDstHandle WrongChainIdInDstHandle WrongHandleVersionInDstHandle WrongIndexByteInDstHandle PlaintextOutOfRange',
  fhe_bridge_settings:
    'DstChainIdArrayLengthMismatch DuplicateDstEidInInitializer InvalidOptionType OwnershipNotTransferable ZeroDstChainIdInInitializer ZeroLzComposeGas',
  fhe_bridge_missing: 'ConfidentialBridgeNotDeployed',
  fhe_protocol_missing: 'ZamaProtocolUnsupported',
  proxy_refused:
    'ERC1967InvalidImplementation ERC1967NonPayable UUPSUnauthorizedCallContext UUPSUnsupportedProxiableUUID NotInitializing NotInitializingFromEmptyProxy',
  signature_malformed: 'ECDSAInvalidSignature ECDSAInvalidSignatureLength ECDSAInvalidSignatureS',
} as const satisfies Partial<Record<MessageCode, string>>;

/** Names that other contracts use too: these mean it only where a host contract reverted with them. */
const COMMON: ReadonlySet<string> = new Set(
  'AccountAlreadyBlocked AccountAlreadyPauser AccountNotBlocked AccountNotPauser DivisionByZero DuplicateChainId EmptySoftwareVersion ExpirationDateInThePast HandlesListIsEmpty IncompatibleTypes InvalidBlockWindow InvalidByteLength InvalidChainId InvalidDelegate InvalidEndpointCall InvalidIndex InvalidOptionType InvalidProposalId InvalidSigner InvalidType IsNotScalar KeyAborted LzTokenUnavailable NoPeer NotASigner NotEnoughNative NotPauser NotPowerOfTwo OnlyEndpoint OnlyPeer OwnershipNotTransferable PlaintextOutOfRange SenderDenied SenderNotAllowed SenderNotPauser SignatureThresholdNotReached SignaturesVerificationFailed SignersSetIsEmpty ThresholdIsAboveNumberOfSigners ThresholdIsNull UnsupportedEid UnsupportedOperation UnsupportedType ZeroChainId ZeroSignature'.split(
    ' ',
  ),
);

const CODES: ReadonlyMap<string, MessageCode> = new Map(
  listMeanings().flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
);

/** An error of a host contract in the API's words, `ACLNotAllowed(0x…, 0x…)`; undefined for other ones. */
export function explainFheError(reason: string, isOfHost: boolean): Message | undefined {
  const name = /^[A-Za-z0-9]+(?=\()/.exec(reason)?.[0] ?? '';
  const code = CODES.get(name);
  return code === undefined || (COMMON.has(name) && !isOfHost) ? undefined : message(code);
}

function listMeanings(): (readonly [MessageCode, string])[] {
  const isCode = (code: string): code is keyof typeof MEANINGS => Object.hasOwn(MEANINGS, code);
  return Object.keys(MEANINGS)
    .filter(isCode)
    .map((code) => [code, MEANINGS[code]] as const);
}
