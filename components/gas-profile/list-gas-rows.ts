import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { gasBeforeRefund } from './refund-owed';

/** A row of gas; `address` is null for what is of no listed contract, `outside` says what that is. */
export type GasRow = Omit<GasProfile['contracts'][number], 'address' | 'total_gas'> & {
  address: GasProfile['contracts'][number]['address'] | null;
  method?: string | null;
  total_gas: string | null;
  outside?: 'calls' | 'intrinsic';
};

/** The first groups, the calls in none of them (of further groups, or creations that failed), and intrinsic gas. */
export function listGasRows(profile: GasProfile, groups: readonly GasRow[], limit: number): GasRow[] {
  const shown = groups.slice(0, limit);
  const calls = profile.calls_count - shown.reduce((sum, group) => sum + group.calls, 0);
  const intrinsic = BigInt(profile.intrinsic_gas);
  const own = shown.reduce((sum, group) => sum + BigInt(group.own_gas), 0n);
  const rest = gasBeforeRefund(profile) - intrinsic - own;
  const others: GasRow[] =
    calls <= 0 || rest < 0n
      ? []
      : [
          {
            ...{ address: null, outside: 'calls', calls, total_gas: null },
            ...{ own_gas: String(rest), is_own_gas_exact: true },
          },
        ];
  return [
    ...shown,
    ...others,
    {
      ...{ address: null, outside: 'intrinsic', calls: 0 },
      ...{ own_gas: profile.intrinsic_gas, is_own_gas_exact: profile.is_intrinsic_exact },
      total_gas: profile.intrinsic_gas,
    },
  ];
}
