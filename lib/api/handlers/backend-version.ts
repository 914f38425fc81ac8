import { ASTROLABE_VERSION, getBackendVersion } from '@/lib/endpoints/backend-version';
import { implement } from '../implement';

/** GET /config/backend-version. */
export const backendVersionOperation = implement(getBackendVersion, async () => ({
  backend_version: `v${ASTROLABE_VERSION}`,
}));
