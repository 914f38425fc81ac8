import { z } from 'zod';
import { defineEndpoint, listPageOf } from './endpoint';
import { count, hash32, hexData } from './formats';
import { cursorCount, listQuery } from './params';

const blob = z
  .object({
    hash: hash32.meta({ description: 'The versioned hash.' }),
    blob_data: hexData.nullable().meta({ description: 'Always null: execution clients do not store blobs.' }),
    kzg_commitment: hexData.nullable(),
    kzg_proof: hexData.nullable(),
  })
  .meta({ id: 'Blob' });

/** A transaction's blobs in order. */
export const listTransactionBlobs = defineEndpoint({
  id: 'listTransactionBlobs',
  path: '/transactions/{transaction_hash_param}/blobs',
  query: listQuery({ index: cursorCount }),
  response: listPageOf(blob, { index: count }).meta({ id: 'BlobsPage' }),
  summary: 'Blobs of a transaction',
  description:
    "The versioned hashes of a transaction's blobs, in order. The blobs themselves are null: only consensus clients store them, for a while.",
});
