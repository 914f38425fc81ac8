import { type Endpoint, TAGS } from './endpoint';
import * as entities from './entities';

/** All endpoints, by group and path. */
export const ENDPOINTS: readonly Endpoint[] = Object.values<unknown>(entities)
  .filter(isEndpoint)
  .sort((one, other) => TAGS.indexOf(one.tag) - TAGS.indexOf(other.tag) || (one.path < other.path ? -1 : 1));

/** Their names in the sources. */
export type EndpointName = {
  [Name in keyof typeof entities]: (typeof entities)[Name] extends { path: string; credits: number }
    ? Name
    : never;
}[keyof typeof entities];

/** The endpoints by their names in the sources, with all their parts. */
export const BY_NAME = { ...entities };

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'credits' in value;
}
