import * as handlers from './handlers';
import type { Operation } from './implement';

/** All operations that have a handler. */
export const OPERATIONS: readonly Operation[] = Object.values(handlers);
