import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/support/database';
import { formatTables } from '../../test/support/format-tables';
import { migrateChain, migrateGateway } from './migrate';
import { schemaName } from './open-database';

test('lib/db/tables.ts is what the migrations make: `npm run tables` writes it', async () => {
  const { sql, drop } = await createTestDatabase();
  try {
    await migrateGateway(sql);
    await migrateChain(sql, 1);
    await expect(await formatTables(sql, schemaName(1))).toMatchFileSnapshot('./tables.ts');
  } finally {
    await drop();
  }
});
