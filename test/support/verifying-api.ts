import type { NodeServices } from '@/lib/api/services';
import { openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { createLog } from '@/lib/log';
import { createCheckRunner } from '@/lib/verification/run-check';
import { openVerifications, type Verifications } from '@/lib/verification/verifications';
import { createTestApi, type TestApi } from './api-harness';
import { ROOT } from './programs';

type Setup = Readonly<{
  /** Where compilers are kept. */
  folder: string;
  /** The runtime code of a contract. */
  codeOf: (address: Buffer) => Buffer;
  limits?: Readonly<{ timeMs: number }>;
}> &
  Partial<Pick<NodeServices, 'failureTraces' | 'stepTraces' | 'gasTraces' | 'traces'>>;

/** An API that verifies contracts by the built program, and what ends it with its queue. */
export async function createVerifyingApi({ folder, codeOf, limits, ...rest }: Setup): Promise<{
  api: TestApi;
  stop: () => Promise<void>;
}> {
  const log = createLog({ name: 'test', level: 'error' });
  const program = `${ROOT}dist/check-source.mjs`;
  let queueSql: Sql | undefined;
  let verifications: (Verifications & { stop(): Promise<void> }) | undefined;
  const api = await createTestApi({
    verification: ({ sql, url }) => {
      queueSql = openPool({ url, connections: 1, name: 'test-queue' });
      verifications = openVerifications({
        queueSql,
        log,
        openChain: (chainId) => openDatabase(sql, chainId),
        fetchCode: async (_, wanted) => codeOf(wanted),
        compilersDir: folder,
        compilersUrl: undefined,
        runCheck: createCheckRunner({ log, program, ...limits }),
        program,
      });
      return verifications;
    },
    contractCode: async (_, wanted) => codeOf(wanted),
    ...rest,
  });
  const stop = async () => {
    await verifications?.stop();
    await queueSql?.end({ timeout: 1 });
    await api.stop();
  };
  return { api, stop };
}
