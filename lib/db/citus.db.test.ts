import { expect, test } from 'vitest';
import { provideDatabase } from '@/test/support/database';
import { createLocalSchema } from './citus';
import { runTransaction } from './transaction';

const { sql } = await provideDatabase();

test('a role that may not create schemas is told what it needs', async () => {
  const creating = runTransaction(sql, async (transaction) => {
    await transaction`create role reader`;
    await transaction`set local role reader`;
    await createLocalSchema(transaction, 'chain_1');
  });
  await expect(creating).rejects.toMatchObject({
    code: 'config',
    message: expect.stringContaining('make it the owner of the database'),
  });
});
