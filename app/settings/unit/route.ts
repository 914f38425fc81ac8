import { DISPLAY_VALUES } from '@/components/layout/display-values';
import { keepChoice } from '../keep-choice';

export async function POST(request: Request): Promise<Response> {
  return keepChoice(request, { cookie: 'unit', values: DISPLAY_VALUES.unit });
}
