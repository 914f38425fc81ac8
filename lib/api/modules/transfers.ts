import { z } from 'zod';
import { loadIndexerState, loadTokensOf } from '@/lib/api/address/mention-loader';
import { presentTokenOf } from '@/lib/api/token/present';
import type { TokenType } from '@/lib/evm/token-standards';
import {
  type Action,
  addressField,
  defineAction,
  listed,
  listFields,
  pageOf,
  refuse,
  TOO_FAR,
} from './action';
import { presentModuleTransfer } from './present';
import { listRangeTransfers } from './range-transfer-query';

const parameters = z.object({
  address: addressField.optional(),
  contractaddress: addressField.optional(),
  ...listFields,
});

/** The transfers of one standard, of an address, a token, or both. */
function transfersOf(type: TokenType): Action {
  return defineAction(parameters, async ({ db }, { address, contractaddress: token, ...query }) => {
    const page = pageOf(query);
    if (!page) return TOO_FAR;
    if (address === undefined && token === undefined)
      return refuse('Error! Missing parameter address or contractaddress');
    const [rows, state] = await Promise.all([
      listRangeTransfers(db, { address, token, type }, page),
      loadIndexerState(db),
    ]);
    const tokens = await loadTokensOf(db, rows);
    const tip = state?.tip_number ?? 0;
    return listed(
      rows.map((row) => presentModuleTransfer(row, { token: presentTokenOf(row, tokens), tip })),
      'No transactions found',
    );
  });
}

/** Actions of the module account that list token transfers. */
export const TRANSFER_ACTIONS: Readonly<Record<string, Action>> = {
  tokentx: transfersOf('ERC-20'),
  tokennfttx: transfersOf('ERC-721'),
  token1155tx: transfersOf('ERC-1155'),
};
