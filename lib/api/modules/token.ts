import { z } from 'zod';
import { presentToken } from '@/lib/api/token/present';
import { findTokens } from '@/lib/api/token/query';
import { bufferToHex } from '@/lib/evm/hex';
import { type Action, addressField, defineAction, found, refuse } from './action';

const UNKNOWN = refuse('Contract address is not a known token');

const supply = defineAction(
  z.object({ contractaddress: addressField }),
  async ({ db }, { contractaddress }) => {
    const [row] = await findTokens(db, [contractaddress]);
    if (!row) return UNKNOWN;
    return row.total_supply === null
      ? refuse('The contract returns no total supply')
      : found(row.total_supply);
  },
);

const info = defineAction(
  z.object({ contractaddress: addressField }),
  async ({ db }, { contractaddress }) => {
    const [row] = await findTokens(db, [contractaddress]);
    if (!row) return UNKNOWN;
    const { name, symbol, decimals, total_supply } = presentToken(row);
    return found({
      contractAddress: bufferToHex(contractaddress),
      type: row.type,
      name: name ?? '',
      symbol: symbol ?? '',
      decimals: decimals ?? '',
      totalSupply: total_supply ?? '',
    });
  },
);

/** Actions of the module stats. */
export const STATS_ACTIONS: Readonly<Record<string, Action>> = { tokensupply: supply };
/** Actions of the module token. */
export const TOKEN_ACTIONS: Readonly<Record<string, Action>> = { getToken: info };
