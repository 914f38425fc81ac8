import { msg } from '@/lib/language/t';
import { FHE_TEXTS } from './fhe-texts';

/**
 * What the API says in sentences, by their codes; a name in braces stands for a parameter. A code keeps its meaning: the
 * API answers it.
 */
export const TEXTS = {
  // proofs of blocks
  field_omitted: msg('the node omits {field} of transaction {index}'),
  receipt_omitted: msg('the node omits status or cumulativeGasUsed of receipt {index}'),
  fields_omitted: msg('the node omits {fields}'),
  signature_missing: msg('transaction {index} has no signature'),
  signature_unknown: msg('transaction {index} has no known signature'),
  hash_differs: msg('transaction {index} has another hash'),
  sender_differs: msg('transaction {index} was signed by another account'),
  header_field_unknown: msg('the header has fields of unknown meaning ({field})'),
  newer_header: msg('this chain has a newer header than version {version} knows ({fields}): upgrade'),
  header_hash_differs: msg("the header's hash is {found}, not {expected}"),
  uncles_differ: msg('{count} uncles contradict sha3Uncles'),
  encoding_unknown: msg(
    'the encoding of transaction type {type} is unknown, or the node omits its signature or a price',
  ),
  bloom_differs: msg('logsBloom does not match the logs'),
  root_missing: msg('the header has no such root'),
  root_differs: msg('the root of {count} items is {found}, not {expected}'),
  log_index_differs: msg('log {index} is numbered {found}'),
  gas_used_differs: msg('gasUsed does not match the receipts'),
  field_differs: msg('{field} of transaction {index} does not follow from its fields'),
  parent_unknown: msg('the parent is not indexed'),
  access_list_missing: msg('no node gave the access list'),
  access_list_differs: msg('the indexed access list has another hash'),
  parent_differs: msg('the block below has another hash'),
  // what a list or a trace lacks
  search_limit: msg('Nothing was found within the limit of one request. Continue with {query}.'),
  traces_missing: msg('The node returned no traces.'),
  block_not_indexed: msg('The block of this transaction is not indexed yet.'),
  transaction_pending: msg('Calls are known once the transaction is in a block.'),
  calls_stored_in_part: msg('Only the first {shown} of {count} calls are stored.'),
  calls_shown_in_part: msg('The first {shown} of {count} calls are shown.'),
  calls_from_block: msg('Calls are indexed from block {block} on.'),
  trace_contradicts: msg('The trace from the node contradicts the transaction.'),
  simulated_before_block: msg(
    'Executed on the state before the block: the earlier transactions of the block could not be executed first.',
  ),
  trace_missing: msg('The node has no trace of this transaction.'),
  trace_refused: msg(
    'The node has no trace of this transaction: it does not trace calls, or no longer has the state.',
  ),
  steps_refused: msg(
    'The node does not tell at which instruction it failed: it neither runs a JavaScript tracer nor lists the steps, or no longer has the state.',
  ),
  tracer_refused: msg(
    'The node does not tell the steps: it neither runs a JavaScript tracer nor lists them, or no longer has the state.',
  ),
  trace_cut: msg('The trace is too long to be read to its end: only its first {count} steps are known.'),
  step_beyond: msg('The transaction has only {count} steps.'),
  call_beyond: msg('The call is beyond those that are read of a trace.'),
  call_not_found: msg('The transaction has no call with this number.'),
  step_not_found: msg('There is no such step after this one.'),
  step_without_line: msg('The compiler generated this instruction: it comes from no line.'),
  arguments_through_ir: msg(
    'The arguments of this function are not known: the contract was compiled through the IR (viaIR), where the compiler does not tell their place on the stack.',
  ),
  arguments_not_on_stack: msg(
    'The arguments of this function are not known: they are not on the stack here.',
  ),
  gas_tracer_refused: msg(
    'The node does not tell the gas of instructions: it neither runs a JavaScript tracer nor lists the steps, or no longer has the state.',
  ),
  gas_sources_unknown: msg('The sources of the contracts that were called are not known.'),
  code_without_source: msg('The sources of this contract are not known.'),
  source_unknown: msg('The sources of the contract that failed are not known.'),
  source_compiling: msg('The sources of the contract are being compiled. Try again in a moment.'),
  source_not_compiled: msg('The sources could not be compiled to the code of the contract.'),
  source_compiler_missing: msg('The compiler of these sources is not available here.'),
  line_guessed: msg(
    'This line may be another one nearby: the optimizer left no source for the check that failed.',
  ),
  line_unknown: msg('The compiler does not tell where the code that failed comes from.'),
  trace_too_large: msg('The trace of this transaction is too large to return.'),
  node_timeout: msg('The node did not answer in time. Try again in a moment.'),
  slots_listed_in_part: msg('The first {shown} of {count} slots are listed.'),
  state_changes_refused: msg(
    'The node cannot report state changes: it has no prestateTracer, or no longer has the state.',
  ),
  state_changes_too_large: msg('The changes of this transaction are too large to return.'),
  token_balances_omitted: msg('Token balances are left out: there are more than {limit} transfers.'),
  tokens_omitted: msg('Tokens are left out: there are more than {limit} transfers.'),
  tokens_and_calls_omitted: msg(
    'Tokens are left out: there are more than {limit} transfers. So is coin moved by contracts: the calls of this transaction are not traced.',
  ),
  calls_omitted: msg('The calls of this transaction are not traced: coin moved by contracts is omitted.'),
  balances_before_unknown: msg(
    'Balances before the transaction are not known where neither earlier access lists nor the node have them.',
  ),
  slots_before_unknown: msg(
    'Values before the transaction are not known where neither the access list nor the node has them.',
  ),
  accounts_listed_in_part: msg('The first {shown} of {count} accounts are listed.'),
  traces_differ: msg(
    'The traces of the node show other transfers of coin than the logs of the transaction: those of the logs are shown.',
  ),
  tokens_omitted_traces_differ: msg(
    'Tokens are left out: there are more than {limit} transfers. The traces of the node show other transfers of coin than the logs of the transaction: those of the logs are shown.',
  ),
  balances_computed: msg(
    'The node returned no balances: changes are computed from value, fee and traced calls.',
  ),
  balances_unknown: msg('The node has neither balances nor all calls: only value and fee are known.'),
  holders_by_calls: msg(
    'Only accounts with transfers since block {block, number} are known. Their balances are read from the contract, because transfers do not add up to them.',
  ),
  holders_without_balances: msg(
    'Only accounts with transfers since block {block, number} are known. The contract returns no balances: amounts are sums of these transfers.',
  ),
  holders_unchecked: msg(
    'Only accounts with transfers since block {block, number} are known. Amounts are sums of these transfers, not compared with the contract yet.',
  ),
  tokens_without_balances: msg('Not listed: tokens that moved but whose balances are not known ({count}).'),
  approvals_in_part: msg(
    'The approval logs for 5,000 tokens and spenders were read, and this address has more. Others may be missing.',
  ),
  balance_timeout: msg('The node returned no balance in time.'),
  old_balances_missing: msg('The node lacks the balances of these blocks.'),
  old_balances_in_part: msg('Some balances are unavailable; the node may have pruned that state.'),
  accounts_ranked_in_part: msg(
    'This ranking covers the {count} accounts that appear in the newest transactions, blocks and withdrawals, with their {block, select, latest {latest balances} other {balances at block {block}}}.{unknown, plural, =0 {} other { The node did not return the balances of {unknown} others in time.}} Other accounts may hold more.',
  ),
  // why a transaction failed
  swap_output_too_low: msg('The price moved: the swap would have returned less than the minimum set.'),
  swap_input_too_high: msg('The price moved: the swap would have cost more than the maximum set.'),
  deadline_passed: msg('The deadline had passed.'),
  balance_too_low: msg('Insufficient balance.'),
  allowance_too_low: msg('The allowance of the spender was too low.'),
  liquidity_too_low: msg('The pool has insufficient liquidity for this swap.'),
  permit_expired: msg('A signed permit had expired.'),
  transfer_failed: msg(
    'A token transfer failed: the balance or allowance was too low, or the token rejected it.',
  ),
  pool_underpaid: msg('The pool received less than the swap requires, as with fee-on-transfer tokens.'),
  transfer_refused: msg('A token or an account refused a transfer or an approval.'),
  nft_not_approved: msg('The caller may not transfer this NFT.'),
  nft_missing: msg('There is no NFT with this ID.'),
  not_contract_owner: msg('Only the owner of the contract may call this.'),
  role_missing: msg('The caller lacks the role that this needs.'),
  contract_paused: msg('The contract is paused.'),
  reentered: msg('The contract was reentered, which it forbids.'),
  already_initialized: msg('The contract is already initialized.'),
  assertion_failed: msg('An assertion failed: an error in the contract.'),
  arithmetic_overflow: msg('A number overflowed or underflowed.'),
  division_by_zero: msg('A number was divided by zero.'),
  enum_out_of_range: msg('Invalid enum value.'),
  empty_array_popped: msg('The contract popped an empty array.'),
  memory_too_large: msg('The contract allocated too much memory, as for an oversized array.'),
  index_out_of_bounds: msg('An array index is out of bounds.'),
  safe_transaction_failed: msg('The transaction of the Safe failed, or had too little gas.'),
  safe_signatures: msg(
    'The signatures do not suffice: one is missing, not valid or not of an owner of the Safe.',
  ),
  safe_not_owner: msg('Only an owner of the Safe, or the Safe itself, may call this.'),
  account_not_created: msg('The account of a user operation could not be created.'),
  operation_underfunded: msg(
    'The account did not prefund a user operation, or the gas limit of the operation was too low.',
  ),
  operation_expired: msg('A user operation had expired, or was not valid yet.'),
  operation_refused: msg('The account refused a user operation: its signature, nonce or check failed.'),
  paymaster_refused: msg('The paymaster refused a user operation.'),
  usdt_allowance: msg('USDT does not replace a nonzero allowance: it must be set to 0 first.'),
  pair_missing: msg('Two consecutive tokens in the path of this swap have no pair on Uniswap V2.'),
  transfer_refused_silently: msg(
    'The token refused the transfer without a reason, as some do when the balance is too low or transfers are paused.',
  ),
  own_check_failed: msg('The failed check is in the called contract itself: none of its own calls failed.'),
  pool_unpaid: msg('A contract asked a pool for a swap, then refused to pay for it.'),
  inner_out_of_gas: msg('A call ran out of its gas.'),
  out_of_gas: msg('Out of gas: the limit was {limit, number}, and {used, number} was used.'),
  // verification of a contract
  compiler_errors: msg('The compiler reported errors.'),
  compiler_timeout: msg('The compiler took too long.'),
  compiler_output_too_large: msg('The compiler output is too large.'),
  compiler_crashed: msg(
    'The compiler failed: the sources may need more memory or deeper recursion than it is given.',
  ),
  compiler_missing: msg('Compiler {version} is not available.'),
  compiler_not_fetched: msg(
    'Compiler {version} is not installed here, and {host} did not send it. Use one that is installed ({installed}), or try again later.',
  ),
  compiler_corrupt: msg(
    'What {host} sent as compiler {version} is not what was released, and is not used. Use one that is installed ({installed}).',
  ),
  compilers_off: msg('The operator has turned off the download of other compilers (COMPILERS_URL).'),
  compilers_unreachable: msg(
    'Other compilers cannot be had at the moment: {host} did not send the last one that was asked for.',
  ),
  code_missing: msg('The address has no code.'),
  code_differs: msg('The compiled code does not match the contract code.'),
  code_length_differs: msg('The compiled code and the contract code differ in length.'),
  files_differ: msg(
    'The metadata is the same and the code is not: send all files of the original compilation, and no others.',
  ),
  found_compiler_same: msg('The code names the same compiler: {compiled}.'),
  found_compiler_other: msg(
    'The code was made by compiler {deployed}, the sources were compiled by {compiled}.',
  ),
  found_compiler_unnamed: msg(
    'The code does not name its compiler; the sources were compiled by {compiled}.',
  ),
  found_settings_exact: msg('The same: they are in the metadata.'),
  found_settings_partial: msg('They lead to the same code.'),
  found_evm_newer: msg(
    'The code has the opcode {opcode}, the compiled code has not: it was made for a newer EVM version than this one ({evm}).',
  ),
  found_evm_older: msg(
    'The compiled code has the opcode {opcode}, the code has not: it was made for an older EVM version than this one ({evm}).',
  ),
  found_settings_used: msg(
    'Compiled here with the optimizer {optimizer, select, on {on, {runs} runs} other {off}}, for EVM version {evm}. The code does not name its settings.',
  ),
  found_code_same: msg('The same, {size} bytes without metadata.'),
  found_code_size: msg('It has {deployed} bytes without metadata, the compiled code {compiled}.'),
  found_code_bytes: msg(
    'Of its {size} bytes {count, plural, one {# differs} other {# differ}}, the first at offset {first}.',
  ),
  found_metadata_same: msg('The same hash: every byte of the sources is the same.'),
  found_metadata_other: msg('Another hash: a comment, name, path or setting, or a file, is not as it was.'),
  found_metadata_missing: msg('The code has no hash of its metadata to compare.'),
  found_constructor_same: msg(
    'The init code is the same{size, plural, =0 {, without arguments} one {, followed by # byte of arguments} other {, followed by # bytes of arguments}}.',
  ),
  found_constructor_other: msg('The init code differs.'),
  found_constructor_unknown: msg('Not compared: the init code is not known here.'),
  found_library_at: msg('{name} is linked to {address}.'),
  found_library_elsewhere: msg('{name} is set to {address}, which the code does not contain.'),
  found_library_open: msg('The settings do not say where {name} is.'),
  source_without_code: msg('The sources have no contract with code.'),
  source_missing: msg('The sources have no contract {name}.'),
  contract_not_indexed: msg('The address is not a contract in an indexed block.'),
  verification_failed: msg('The verification could not run: try again later.'),
  ...FHE_TEXTS,
} as const;
