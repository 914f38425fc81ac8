import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint } from './endpoint';
import { enumParam } from './params';
import { listedTransaction } from './transaction';

const { hash, name, ens_domain_name, metadata } = address.shape;
const party = z.object({ hash, name, ens_domain_name, metadata }).meta({ id: 'TransactionPreviewAddress' });
const flag = enumParam(['true', 'false'])
  .optional()
  .meta({ description: 'Accepted for Blockscout; no effect.' });

/** What a link to a transaction can show. */
export const getTransactionPreview = defineEndpoint({
  id: 'getTransactionPreview',
  path: '/transactions/{transaction_hash_param}/preview',
  query: z.strictObject({ preload_ens: flag, preload_metadata: flag, decode_input: flag }),
  response: z
    .object({
      from: party,
      to: party.nullable(),
      method: listedTransaction.shape.method,
      status: listedTransaction.shape.status,
      timestamp: listedTransaction.shape.timestamp,
    })
    .meta({ id: 'TransactionPreview' }),
  summary: 'Transaction preview',
  description: 'Fields for the preview of a link to a transaction.',
});
