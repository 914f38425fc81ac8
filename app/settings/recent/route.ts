import { DISPLAY_VALUES } from '@/components/layout/display-values';
import { saveChoice } from '../save-choice';

export async function POST(request: Request): Promise<Response> {
  return saveChoice(request, { cookie: 'recent', values: DISPLAY_VALUES.recent });
}
