import type { Fragment, Sql, Transaction } from './open-database';

/** Bytes as a constant of SQL, for the condition of a partial index: a plan for any values can then use it. */
export function byteLiteral(bytes: Buffer): string {
  return `'\\x${bytes.toString('hex')}'`;
}

/** That a log `l` has one of these first topics, as constants. */
export function isOfTopics(sql: Sql | Transaction, topics: readonly Buffer[]): Fragment {
  return sql.unsafe(`l.topic0 in (${topics.map(byteLiteral).join(', ')})`);
}
