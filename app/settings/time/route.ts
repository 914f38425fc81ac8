import { TIME_COOKIE } from '@/app/display';
import { keepChoice } from '../keep-choice';

export async function POST(request: Request): Promise<Response> {
  return keepChoice(request, { cookie: TIME_COOKIE, values: ['absolute'] });
}
