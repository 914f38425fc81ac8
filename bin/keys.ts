import { listApiKeys } from '@/lib/api/gate/key-query';
import { changeKeyPlan, createApiKey, requireKeyName, revokeKey } from '@/lib/api/gate/manage-keys';
import { listKeyUsage } from '@/lib/api/gate/usage-query';
import { loadConfig } from '@/lib/config';
import { migrateGateway } from '@/lib/db/migrate';
import { openPool, type Sql } from '@/lib/db/open-database';
import { utcDate } from '@/lib/db/utc-date';
import { loadEnvironment } from './common/load-environment';
import { openGatewayDatabase, readable } from './common/open-server';
import { runProgram } from './common/run-program';
import { describeKeys, describeUsage } from './keys/describe';
import { type KeysCommand, readCommand, USAGE } from './keys/read-command';

const DAY_MS = 86_400_000;

await runProgram(manageKeys);

async function manageKeys(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command.name === 'help') return console.log(USAGE);
  loadEnvironment();
  const config = loadConfig();
  const database = await openGatewayDatabase(config, 'keys');
  const sql = openPool({ url: database.url, connections: 1, name: 'keys' });
  try {
    await migrateGateway(sql).catch(readable(database.url));
    await run(sql, command);
  } finally {
    await sql.end({ timeout: 1 });
    await database.stop();
  }
}

async function run(sql: Sql, command: Exclude<KeysCommand, { name: 'help' }>): Promise<void> {
  const now = Date.now();
  switch (command.name) {
    case 'create': {
      const key = await createApiKey(sql, { name: command.key, plan: command.plan });
      // only the key goes to stdout, for use in scripts
      console.error(`The key ${command.key} (${command.plan}). It is only shown once:`);
      return console.log(key);
    }
    case 'list': {
      const keys = await listApiKeys(sql, { day: utcDate(now), withRevoked: command.withRevoked });
      return console.log(describeKeys(keys));
    }
    case 'revoke':
      return console.log(`Revoked: ${await revokeKey(sql, command.key)}. It stops working within seconds.`);
    case 'plan': {
      const { name, before } = await changeKeyPlan(sql, { nameOrKey: command.key, plan: command.plan });
      return console.log(`${name}: ${before} → ${command.plan}, within seconds.`);
    }
    case 'usage': {
      if (command.key !== undefined) await requireKeyName(sql, command.key);
      const firstDay = utcDate(now - (command.days - 1) * DAY_MS);
      return console.log(describeUsage(await listKeyUsage(sql, { name: command.key, firstDay }), firstDay));
    }
  }
}
