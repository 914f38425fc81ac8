import { loadTokens } from '@/lib/api/address/mention-loader';
import { implement } from '@/lib/api/implement';
import { presentToken } from '@/lib/api/token/present';
import { presentTimestamp } from '@/lib/api/values';
import { listAddressFheTokens, READ_TRANSFERS } from '@/lib/endpoints/fhe-activity';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { type HeldTokenRow, listHeldTokens } from './held-query';

const MAX_TOKENS = 50;

/** GET /addresses/{address}/fhe/tokens. */
export const addressFheTokensOperation = implement(listAddressFheTokens, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const rows = await listHeldTokens(db, address, { read: READ_TRANSFERS, limit: MAX_TOKENS });
  const tokens = await loadTokens(
    db,
    rows.map((row) => row.token_address),
  );
  const items = rows.flatMap((row) => {
    const token = tokens.get(row.token_address.toString('hex'));
    const { transfers_count } = row;
    return token
      ? [{ token: presentToken(token), transfers_count, last_change: presentChange(row, address) }]
      : [];
  });
  return { items };
});

function presentChange(row: HeldTokenRow, address: Buffer) {
  const [isFrom, isTo] = [row.from_address.equals(address), row.to_address.equals(address)];
  const direction: 'self' | 'out' | 'in' = isFrom && isTo ? 'self' : isFrom ? 'out' : 'in';
  return {
    block_number: row.block_number,
    timestamp: presentTimestamp(row.timestamp),
    transaction_hash: bufferToHex(row.transaction_hash),
    log_index: row.log_index,
    direction,
    encrypted_amount: row.encrypted_amount && bufferToHex(row.encrypted_amount),
  };
}
