import { type Msg, msg } from '@/lib/language/t';

/** A list of a chain; `one` is the path of its single things. */
export type Section = Readonly<{ path: string; one?: string; text: Msg }>;

/** What a chain has that not all have; null where the API does not tell. */
export type Offered = Readonly<{ has_withdrawals: boolean | null; has_user_operations: boolean | null }>;

/** The lists that a bar has room for. */
export const MAIN_SECTIONS: readonly Section[] = [
  { path: '/blocks', one: '/block/', text: msg('Blocks') },
  { path: '/txs', one: '/tx/', text: msg('Transactions') },
  { path: '/tokens', one: '/token/', text: msg('Tokens') },
  { path: '/gas', one: '/gas/', text: msg('Gas') },
  { path: '/stats', one: '/stats/', text: msg('Statistics') },
];

const WITHDRAWALS: Section = { path: '/withdrawals', text: msg('Withdrawals') };
const OPERATIONS: Section = { path: '/operations', one: '/op/', text: msg('User operations') };

/** The others; those that the chain may not have only where it has them. */
export function listMoreSections({ has_withdrawals, has_user_operations }: Offered): readonly Section[] {
  return [
    { path: '/token-transfers', text: msg('Token transfers') },
    { path: '/internal-transactions', text: msg('Internal transactions') },
    { path: '/accounts', one: '/address/', text: msg('Accounts') },
    { path: '/verified-contracts', text: msg('Verified contracts') },
    ...(has_user_operations === true ? [OPERATIONS] : []),
    ...(has_withdrawals === true ? [WITHDRAWALS] : []),
  ];
}
