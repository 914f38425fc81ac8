import { msg } from '@/lib/language/t';

/** What the API says of fhEVM's host contracts, by codes as in TEXTS. */
export const FHE_TEXTS = {
  // FHE: why a host contract refused
  fhe_transaction_limit: msg(
    'The FHE operations of this transaction cost more HCU than one transaction may use.',
  ),
  fhe_depth_limit: msg(
    'A chain of FHE operations that depend on each other costs more HCU than one transaction may run in sequence.',
  ),
  fhe_transaction_exceeded: msg(
    'The FHE operations of this transaction cost more than {limit, number} HCU, the limit of one transaction in this block.',
  ),
  fhe_depth_exceeded: msg(
    'A chain of FHE operations that depend on each other costs more than {limit, number} HCU, the limit of the sequential depth of a transaction in this block.',
  ),
  fhe_block_limit: msg(
    'The FHE operations of the block had reached its HCU cap. The same transaction can succeed in a later block.',
  ),
  fhe_meter_caller: msg('Only the FHEVMExecutor may have HCULimit meter operations.'),
  fhe_type_unsupported: msg(
    'The FHE operation does not exist for this type, or only with a plaintext operand.',
  ),
  fhe_handle_zero: msg('An encrypted value was used that had never been set.'),
  fhe_handle_refused: msg('The ACL has not granted the contract or account the use of this encrypted value.'),
  fhe_types_differ: msg('The operands of an FHE operation have different encrypted types.'),
  fhe_operand_form: msg(
    'An operand of an FHE operation is encrypted where it must be plaintext, or is marked wrongly.',
  ),
  fhe_division_by_zero: msg('The plaintext divisor of an FHE operation was zero.'),
  fhe_random_bound: msg('The bound of an encrypted random number must be a power of two within its type.'),
  fhe_collection_size: msg('An FHE operation over a list was given more values than it takes.'),
  fhe_position_overflow: msg('An FHE operation has more operands than a handle can record.'),
  fhe_byte_length: msg('The plaintext to encrypt has the wrong length for its type.'),
  fhe_limits_contradict: msg(
    'The new HCU limit contradicts the others: the cap of a block cannot be below that of a transaction, nor that below the depth.',
  ),
  fhe_whitelist_same: msg(
    'Whether the account is exempt from the HCU cap of a block is already as requested.',
  ),
  fhe_not_host_owner: msg('Only the owner of the fhEVM’s ACL may do this.'),
  fhe_sender_denied: msg('The ACL denies this account to grant rights to encrypted values.'),
  fhe_deny_list_same: msg('Whether the account is on the ACL’s deny list is already as requested.'),
  fhe_delegation_repeated: msg(
    'The delegation of decryption has just been changed in this block, or to the same expiry.',
  ),
  fhe_delegation_parties: msg(
    'Decryption cannot be delegated so: delegator, delegate and contract must differ, and only the contract may be the wildcard.',
  ),
  fhe_delegation_expiry: msg(
    'A delegation of decryption must expire in the future, up to version 0.11 at least an hour ahead.',
  ),
  fhe_delegation_missing: msg('There is no delegation of decryption to revoke.'),
  fhe_handles_missing: msg('No encrypted values were given.'),
  fhe_pauser: msg('Only accounts in the set of pausers may do this, or the set is already as requested.'),
  fhe_invalidation_time: msg(
    'Signed permissions to decrypt can be invalidated up to now, and only ever later than before.',
  ),
  fhe_input_proof: msg(
    'The proof of an encrypted input is malformed, or its handle is of another chain, version or place in the list.',
  ),
  fhe_input_signatures: msg(
    'Too few coprocessors have signed the encrypted input, or for another account or contract.',
  ),
  fhe_signer_set: msg(
    'The new set of signers is invalid: an empty or repeated signer, or a threshold that does not fit.',
  ),
  fhe_decryption_proof: msg('The proof of a decrypted value is malformed, or of an unknown version.'),
  fhe_decryption_signatures: msg(
    'Too few key management nodes have signed the decrypted value, or for other values.',
  ),
  fhe_kms_context: msg(
    'The context or epoch of the key management does not exist, is in use, or is not in the state that this needs.',
  ),
  fhe_kms_nodes: msg(
    'The new set of key management nodes is invalid: an empty or repeated node, or a threshold that does not fit.',
  ),
  fhe_upgrade_proposal: msg(
    'The proposed upgrade of the coprocessors lacks a version, a chain or a window of blocks, or names one twice.',
  ),
  fhe_key_generation: msg(
    'The generation of a key of the network is not in the state that this needs, or the sender has no part in it.',
  ),
  fhe_bridge_paused: msg('The ACL is paused, and with it the bridge of encrypted values.'),
  fhe_bridge_fee: msg('The coin sent is not exactly the fee of the bridge.'),
  fhe_bridge_route: msg('The bridge has no way to or from this chain, or another sender there.'),
  fhe_bridge_caller: msg('Only a contract of the bridge may call this function.'),
  fhe_bridge_handle: msg(
    'The bridge does not take these encrypted values: they are too many, or not of the form that it expects.',
  ),
  fhe_bridge_settings: msg('A setting of the bridge is missing, repeated, or cannot be changed.'),
  fhe_bridge_missing: msg('There is no bridge of encrypted values on this chain.'),
  fhe_protocol_missing: msg('The contract knows no fhEVM on this chain.'),
  fhe_refused: msg('HCULimit refused the operation with error {selector}, whose name is not known.'),
  fhe_block_full: msg(
    'The FHE operations of the block had used {used, number} HCU of its cap of {cap, number} before this transaction, most of them by {caller}. The same transaction can succeed in a later block.',
  ),
  proxy_refused: msg('A proxy refused an upgrade or an initialization.'),
  signature_malformed: msg('A signature is malformed.'),
  // FHE: what an event of a host contract says
  fhe_did_operation: msg('A contract computed on encrypted values; nobody learns them by it.'),
  fhe_did_input: msg(
    'The proof of an encrypted input was verified: an account encrypted it for this contract.',
  ),
  fhe_did_allow: msg(
    'An account may use and decrypt this encrypted value from now on; this cannot be taken back.',
  ),
  fhe_did_open: msg('Anyone may decrypt these values from now on; this cannot be taken back.'),
  fhe_did_deny: msg('The account can no longer grant rights to encrypted values; rights that exist stay.'),
  fhe_did_undeny: msg('The account can grant rights to encrypted values again.'),
  fhe_did_delegate: msg(
    'An account lets another one decrypt what it may decrypt through a contract, until the expiry.',
  ),
  fhe_did_revoke: msg('A delegation of decryption was revoked.'),
  fhe_did_invalidate: msg(
    'Permissions to decrypt that the account signed before this time are void; it can sign new ones.',
  ),
  fhe_did_pause: msg('The contract was paused: while the ACL is, every FHE operation fails.'),
  fhe_did_unpause: msg('The contract works again.'),
  fhe_did_exempt: msg(
    'HCU of this caller no longer count against the cap of a block; the limits of a transaction still hold.',
  ),
  fhe_did_meter: msg('HCU of this caller count against the cap of a block again.'),
  fhe_did_cap_block: msg('Governance set how much HCU the FHE operations of a block may cost.'),
  fhe_did_cap_transaction: msg('Governance set how much HCU the FHE operations of a transaction may cost.'),
  fhe_did_cap_depth: msg('Governance set how much HCU may run in sequence in a transaction.'),
  fhe_did_signers: msg(
    'The set of signers and their threshold changed: of coprocessors for inputs, of key management nodes for decryptions.',
  ),
  fhe_did_context: msg('A new set of key management nodes was named: who may sign decryptions.'),
  fhe_did_context_end: msg(
    'A set of key management nodes, or an epoch of it, was retired: its signatures no longer count.',
  ),
  fhe_did_threshold: msg('How many key management nodes must agree was changed.'),
  fhe_did_epoch: msg('The key material of the key management nodes moves on to a new epoch.'),
  fhe_did_confirm: msg('A key management node confirmed a new set of nodes, or a new epoch.'),
  fhe_did_propose: msg(
    'An upgrade of the coprocessors was proposed; within its windows of blocks, results may be late.',
  ),
  fhe_did_bridge: msg('An encrypted value was sent to another chain; the transfer has the same GUID there.'),
  fhe_did_receive: msg(
    'An encrypted value arrived from another chain under a new handle; the transfer has the same GUID there.',
  ),
  fhe_did_fall_back: msg(
    'Governance named a value to use where the encrypted one is missing; it need not be the encrypted value.',
  ),
  fhe_did_route: msg('A setting of the bridge to another chain was changed.'),
  fhe_did_upgrade: msg('The contract runs other code from now on.'),
  fhe_did_initialize: msg('The contract was initialized, at first or after an upgrade.'),
  fhe_did_owner: msg('The owner of the host contracts changes: who governs limits and upgrades.'),
} as const;
