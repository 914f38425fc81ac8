import { openCsv } from '@/lib/client/call';
import { AppError } from '@/lib/errors';
import { ADDRESS_HASH } from '@/lib/spec/formats';
import type { exportAddressTransactions } from '@/lib/spec/csv-export';
import { createRequestLimit } from './limit-requests';

/** What the files of a page are made from, by the last part of their path. */
export type CsvLists = Readonly<Record<string, Pick<typeof exportAddressTransactions, keyof typeof exportAddressTransactions>>>;

const isWithinLimit = createRequestLimit({ requests: 10, seconds: 60 });
const PERIOD = ['from_period', 'to_period', 'filter_type', 'filter_value'];
