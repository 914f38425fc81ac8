import type { CsvList } from '@/app/send-csv';
import {
  exportAddressInternals,
  exportAddressLogs,
  exportAddressTransactions,
  exportAddressTransfers,
} from '@/lib/endpoints/csv-export';

/** The lists of an address that the API has as CSV. */
export const CSV_LISTS: ReadonlyMap<string, CsvList> = new Map([
  ['transactions', exportAddressTransactions],
  ['token-transfers', exportAddressTransfers],
  ['internal', exportAddressInternals],
  ['logs', exportAddressLogs],
]);
