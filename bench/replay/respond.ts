import { createServer } from 'node:http';
import { keyOf, readAnswers } from './answers';

// A node that answers from memory: recorded answers, and no code where none was recorded.
const [file = ''] = process.argv.slice(2);
const answers = await readAnswers(file);

type Request = { id: unknown; method: string; params: unknown[] };

function answer({ id, method, params }: Request): string {
  const recorded = answers.get(keyOf(method, params)) ?? (method === 'eth_getCode' ? '"0x"' : undefined);
  const outcome =
    recorded === undefined ? '"error":{"code":-32601,"message":"method not found"}' : `"result":${recorded}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${outcome}}`;
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const parsed: Request | Request[] = JSON.parse(body);
  response.setHeader('content-type', 'application/json');
  response.end(Array.isArray(parsed) ? `[${parsed.map(answer).join(',')}]` : answer(parsed));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(address?.port);
});
