import { loadAddresses, loadTokens } from '@/lib/api/address/mention-loader';
import { listDeployments } from '@/lib/api/fhe-deployment/query';
import { type LoadedHandle, loadHandle } from '@/lib/api/fhe-handle/loader';
import { mentionedBy } from '@/lib/api/fhe-handle/present';
import { type CallContext, implement } from '@/lib/api/implement';
import { byLog } from '@/lib/api/lists/cursors';
import { searchPage } from '@/lib/api/lists/implement-list';
import { findTokens } from '@/lib/api/token/query';
import { getConfidentialToken } from '@/lib/endpoints/confidential-token';
import { hexToBuffer } from '@/lib/evm/hex';
import { type Claims, loadChanges, loadClaims } from './loader';
import { presentChange, presentSupply, presentUnderlying } from './present';
import { findUsable, listConfidentialLogs } from './query';

/** Scans for one page. */
const MAX_SCANS = 5;

/** GET /tokens/{address}/confidential. */
export const confidentialTokenOperation = implement(getConfidentialToken, async (call) => {
  const wrapper = hexToBuffer(call.params.address_hash_param);
  const { db } = call;
  const [[row], deployments, claims] = await Promise.all([
    findTokens(db, [wrapper]),
    listDeployments(db),
    loadClaims(call, wrapper),
  ]);
  if (row === undefined) return undefined;
  const acls = deployments.flatMap(({ acl }) => acl ?? []);
  const verifiers = deployments.flatMap(({ kms_verifier }) => kms_verifier ?? []);
  const sources = { wrapper, claims, acls, verifiers };
  const [page, supply] = await Promise.all([
    searchPage(call, {
      cursor: byLog,
      maxReads: MAX_SCANS,
      read: (_, { after: before, limit }) => listConfidentialLogs(db, wrapper, { before, limit }),
      present: async (_: CallContext, rows) => {
        const changes = await loadChanges(db, rows, sources);
        const accounts = changes.map(({ event }) => event.account);
        const addresses = await loadAddresses(db, accounts);
        return changes.map((change) => presentChange(change, addresses));
      },
    }),
    loadSupply(db, sources),
  ]);
  const { underlying = null } = claims;
  const [addresses, tokens] = await Promise.all([
    loadAddresses(db, [underlying, ...(supply ? mentionedBy(supply) : [])]),
    loadTokens(db, underlying ? [underlying] : []),
  ]);
  return {
    ...page,
    block_number: claims.height,
    supply: presentSupply(claims, supply, addresses),
    underlying: presentUnderlying(claims, { addresses, tokens }),
  };
});

type Sources = Readonly<{ wrapper: Buffer; claims: Claims; acls: readonly Buffer[] }>;

/** The handle of the supply, only if the contract may use it: it can name any. */
async function loadSupply(
  db: CallContext['db'],
  { wrapper, claims, acls }: Sources,
): Promise<LoadedHandle | undefined> {
  const { supply } = claims;
  if (!supply) return undefined;
  const usable = await findUsable(db, wrapper, { acls, handles: [supply] });
  return usable.length === 0 ? undefined : loadHandle(db, supply);
}
