import { readConfig } from '@/app/read-config';
import { sendBrandFile } from '../send-brand-file';

/** The operator's logo. */
export function GET(request: Request): Response {
  const { logo } = readConfig().brand;
  return sendBrandFile(request, logo && { body: logo.bytes, type: logo.type });
}
