import type { Block } from '@/lib/endpoints/block';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** Accounts, slots and bytes of an access list. */
export function AccessListSize({ size }: { size: NonNullable<Block['access_list']> }) {
  const { accounts_count, changed_slots_count, read_slots_count, bytes } = size;
  return t(
    '{accounts, plural, one {# account} other {# accounts}}, {changed, plural, one {# slot} other {# slots}} changed, {read} read, {bytes, plural, one {# byte} other {# bytes}}',
    {
      accounts: accounts_count,
      changed: changed_slots_count,
      read: groupDigits(read_slots_count),
      bytes,
    },
  );
}
