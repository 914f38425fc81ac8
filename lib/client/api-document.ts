import { cache } from 'react';
import { type ApiDocument, apiDocument } from '@/lib/endpoints/api-document';
import { hasErrorCode } from '@/lib/errors';
import { getJson, parseAnswer } from './call';

/** Where an API describes itself. */
const PATH = '/openapi.json';

/**
 * What the API tells of itself; undefined when it has no such document, or one in a form that is not understood.
 * Throws AppError `api_unreachable` alone.
 */
export const findApiDocument = cache(async (): Promise<ApiDocument | undefined> => {
  try {
    const json = await getJson(PATH);
    return json === undefined ? undefined : parseAnswer(apiDocument, json, PATH);
  } catch (error) {
    if (hasErrorCode(error, 'api_answer')) return undefined;
    throw error;
  }
});
