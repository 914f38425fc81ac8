import { randomBytes } from 'node:crypto';
import type { Sql } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { hashApiKey } from './api-keys';
import { findApiKey, hasApiKeyName, insertApiKey, revokeApiKey, updateApiKeyPlan } from './key-query';
import { isPlanName, PLAN_NAMES, type PlanName } from './plans';

/** Prefix of every key, so that leaked ones are recognized. */
const PREFIX = 'astrolabe_';
const KEY_BYTES = 24;
/** The plans an operator may assign; `internal` is reserved for the site's own pages. */
export const GIVEN_PLANS: readonly PlanName[] = PLAN_NAMES.filter((name) => name !== 'internal');

/** Creates a key and returns its text, which is not stored. Throws AppError `config` for a bad name or plan. */
export async function createApiKey(
  sql: Sql,
  { name, plan }: { name: string; plan: string },
): Promise<string> {
  requireName(name);
  requirePlan(plan);
  const key = `${PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
  if (await insertApiKey(sql, { keyHash: hashApiKey(key), name, plan })) return key;
  throw new AppError(
    'config',
    `A key with the name ${name} exists: choose another name, or revoke that key first.`,
  );
}

/** Revokes a key, given by name or text; returns its name. Throws AppError `config` when there is none. */
export async function revokeKey(sql: Sql, nameOrKey: string): Promise<string> {
  const { name } = await getGivenKey(sql, nameOrKey);
  await revokeApiKey(sql, name);
  return name;
}

/** Changes a key's plan; returns its name and previous plan. Throws AppError `config`. */
export async function changeKeyPlan(
  sql: Sql,
  { nameOrKey, plan }: { nameOrKey: string; plan: string },
): Promise<{ name: string; before: string }> {
  requirePlan(plan);
  const { name, plan: before } = await getGivenKey(sql, nameOrKey);
  await updateApiKeyPlan(sql, name, plan);
  return { name, before };
}

/** Throws AppError `config` when no key ever had this name. */
export async function requireKeyName(sql: Sql, name: string): Promise<void> {
  if (!(await hasApiKeyName(sql, name))) throw unknownKey(name);
}

async function getGivenKey(sql: Sql, nameOrKey: string): Promise<{ name: string; plan: string }> {
  const key = await findApiKey(sql, { name: nameOrKey, keyHash: hashApiKey(nameOrKey) });
  if (!key) throw unknownKey(nameOrKey);
  if (key.plan !== 'internal') return key;
  throw new AppError(
    'config',
    `${key.name} is the key of this site's own pages: it is changed by API_KEY and a restart, not here.`,
  );
}

/** Never prints what may be a key. */
function unknownKey(nameOrKey: string): AppError {
  const subject = nameOrKey.startsWith(PREFIX) ? 'This key is not in use' : `No key is called ${nameOrKey}`;
  return new AppError('config', `${subject}: npm run keys -- list shows those that are.`);
}

function requireName(name: string): void {
  const isName = /^[\w.@-]{1,60}$/.test(name) && !name.startsWith(PREFIX) && name !== 'pages';
  if (isName) return;
  throw new AppError(
    'config',
    `A name is 1 to 60 letters, digits and . _ @ - (not "pages", and not beginning with "${PREFIX}").`,
  );
}

function requirePlan(plan: string): void {
  if (isPlanName(plan) && GIVEN_PLANS.includes(plan)) return;
  throw new AppError('config', `There is no plan ${plan}: the plans are ${GIVEN_PLANS.join(', ')}.`);
}
