import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { hexToBuffer } from '@/lib/evm/hex';
import type { FheDeployment } from '@/lib/fhe/deployments';

/** Replaces the fhEVM deployments of a chain; what was found out about one that stays is kept. */
export async function replaceDeployments(db: Database, deployments: readonly FheDeployment[]): Promise<void> {
  await runTransaction(db.sql, async (sql) => {
    await sql`lock table ${db.schema}.fhe_deployments in share row exclusive mode`;
    const executors = deployments.map(({ executor }) => hexToBuffer(executor));
    await sql`delete from ${db.schema}.fhe_deployments where not (executor = any(${toArrayLiteral(executors)}::bytea[]))`;
    for (const [position, one] of deployments.entries()) {
      const row = { executor: hexToBuffer(one.executor), position, name: one.name, ...toColumns(one) };
      await sql`
        insert into ${db.schema}.fhe_deployments ${sql(row)}
        on conflict (executor) do update set position = excluded.position, name = excluded.name,
          acl = coalesce(excluded.acl, fhe_deployments.acl), hcu_limit = coalesce(excluded.hcu_limit, fhe_deployments.hcu_limit),
          kms_verifier = coalesce(excluded.kms_verifier, fhe_deployments.kms_verifier),
          input_verifier = coalesce(excluded.input_verifier, fhe_deployments.input_verifier),
          protocol_config = coalesce(excluded.protocol_config, fhe_deployments.protocol_config),
          bridge = coalesce(excluded.bridge, fhe_deployments.bridge)`;
    }
  });
}

function toColumns({ acl, hcuLimit, kmsVerifier, inputVerifier, protocolConfig, bridge }: FheDeployment) {
  const toBytes = (address: string | null) => (address === null ? null : hexToBuffer(address));
  return {
    acl: toBytes(acl),
    hcu_limit: toBytes(hcuLimit),
    kms_verifier: toBytes(kmsVerifier),
    input_verifier: toBytes(inputVerifier),
    protocol_config: toBytes(protocolConfig),
    bridge: toBytes(bridge),
  };
}
