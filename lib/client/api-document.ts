import { cache } from 'react';
import { type ApiDocument, apiDocument } from '@/lib/endpoints/api-document';
import { hasErrorCode } from '@/lib/errors';
import { readJson } from './call';

const PATH = '/openapi.json';

/** The API's OpenAPI document; undefined if missing or malformed. Throws only AppError `api_unreachable`. */
export const findApiDocument = cache(async (): Promise<ApiDocument | undefined> => {
  try {
    return await readJson(PATH, apiDocument, PATH);
  } catch (error) {
    if (hasErrorCode(error, 'api_answer')) return undefined;
    throw error;
  }
});
