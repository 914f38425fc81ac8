import { z } from 'zod';
import { defineEndpoint } from './endpoint';

/** Astrolabe's version, as in package.json. */
export const ASTROLABE_VERSION = '0.14.0';

/** Astrolabe's version. */
export const getBackendVersion = defineEndpoint({
  id: 'getBackendVersion',
  path: '/config/backend-version',
  response: z
    .object({ backend_version: z.string().meta({ example: 'v0.14.0' }) })
    .meta({ id: 'BackendVersion' }),
  summary: 'Service version',
  description: 'The version of Astrolabe, not of the API, which is in the OpenAPI document.',
});
