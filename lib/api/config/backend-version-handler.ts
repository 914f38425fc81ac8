import { implement } from '@/lib/api/implement';
import { ASTROLABE_VERSION, getBackendVersion } from '@/lib/endpoints/backend-version';

/** GET /config/backend-version. */
export const backendVersionOperation = implement(getBackendVersion, async () => ({
  backend_version: `v${ASTROLABE_VERSION}`,
}));
