import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database';
import { compareFaulty } from '../support/faulty-node';
import { HAS_RECORDINGS } from '../support/recordings';

test.skipIf(!HAS_RECORDINGS)(
  'sixteen recorded blocks give the same rows, byte for byte, from a node that fails one call in five',
  async () => {
    const database = await createTestDatabase();
    try {
      expect(await compareFaulty(database.sql, { first: 17_686_110, last: 17_686_125 })).toEqual({});
    } finally {
      await database.drop();
    }
  },
);
