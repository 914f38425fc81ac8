import { type FheHandle, getFheHandle, HANDLE_COUNTS, listFheHandleAccess } from '@/lib/endpoints/fhe-handle';
import { formatFheOperation, formatFheType } from '@/lib/fhe/names';

/** What the tool about access is called, to which the one about the handle leads. */
export const ACCESS_TOOL = 'who_can_decrypt_fhe_handle';

/** A handle in sentences, then as it is. `body` is the answer of `getFheHandle`. */
export function explainHandle(body: unknown) {
  const handle = getFheHandle.response.parse(body);
  const { uses_count: uses, public_since: since, cleartexts, public_amounts } = handle;
  const cleartext = cleartexts.find(({ source }) => source !== 'FallbackGrantedPlaintext');
  const [leg] = public_amounts;
  const value =
    cleartext !== undefined
      ? `Its value is ${cleartext.value} (${cleartext.certainty}, by ${cleartext.source} in block ${cleartext.block_number}).`
      : leg !== undefined
        ? `It was ${leg.kind === 'wrap' ? 'wrapped from' : 'unwrapped to'} ${leg.amount} units of the ERC-20 token ${leg.token.hash}, whose transfer in block ${leg.block_number} is public.`
        : since !== null
          ? 'Its value is in no indexed log.'
          : 'Its value is not public.';
  const readers =
    since !== null
      ? `Everyone may decrypt it since block ${since.block_number}, for good.`
      : `Of accounts and contracts, ${handle.are_accounts_counted ? '' : 'at least '}${handle.accounts_count} may decrypt it: ${ACCESS_TOOL} lists them.`;
  return {
    summary: `An encrypted ${formatFheType(handle.fhe_type)}, ${describeOrigin(handle)}. ${value} ${readers} Operations that used it: ${uses < HANDLE_COUNTS.uses ? '' : 'at least '}${uses}.`,
    ...handle,
  };
}

function describeOrigin({ origin, operation, input, bridged }: FheHandle): string {
  if (operation !== null)
    return `which ${operation.caller?.hash ?? 'an unknown caller'} computed with ${formatFheOperation(operation.operation)} in block ${operation.block_number}`;
  if (input !== null)
    return `an input that ${input.user.hash} encrypted, verified in block ${input.block_number}`;
  const received = bridged.find(({ direction }) => direction === 'received');
  return origin === 'bridged' && received !== undefined
    ? `which came over a bridge from chain ${received.chain_id ?? 'unknown'} in block ${received.block_number}`
    : 'whose origin is in no indexed block';
}

const RULES =
  'An account decrypts through a contract that has a grant, too. A grant is never taken back; a delegation ends with its expiry or when it is revoked. Grants of one transaction leave no log. That an account may decrypt does not mean that it did: decryptions leave no log here. Whether everyone may is told by explain_fhe_handle.';

/** Who may decrypt a handle, a line each. `body` is the answer of `listFheHandleAccess`. */
export function explainAccess(body: unknown) {
  const { items, next_page_params } = listFheHandleAccess.response.parse(body);
  const lines = items.map(({ account, timestamp, caller, transaction_hash: hash, delegations }) => ({
    account: account.hash,
    name: account.name,
    is_contract: account.is_contract,
    since: timestamp,
    granted_by: caller?.hash ?? null,
    transaction: hash,
    delegates: delegations.map((one) => ({
      account: one.delegate.hash,
      through_contract: one.contract?.hash ?? 'any',
      until: one.expires_at ?? 'for ever',
    })),
  }));
  const contracts = lines.filter(({ is_contract: isContract }) => isContract).length;
  const delegates = lines.reduce((sum, one) => sum + one.delegates.length, 0);
  const most = next_page_params === null ? '' : 'On this page: ';
  return {
    summary: `${most}${countOf(lines.length - contracts, 'account')} and ${countOf(contracts, 'contract')} may decrypt it, and ${countOf(delegates, 'delegate')} in their names.`,
    how_to_read: RULES,
    may_decrypt: lines,
    next_page_params,
  };
}

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
