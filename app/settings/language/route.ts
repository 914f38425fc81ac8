import { keepChoice } from '../keep-choice';

export async function POST(request: Request): Promise<Response> {
  return keepChoice(request, { cookie: 'language', values: globalThis.languages?.codes ?? [] });
}
