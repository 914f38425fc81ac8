import type { Answer } from '@/lib/api/answer';
import type { ModuleAnswer } from '@/lib/endpoints/module';

/** Etherscan's messages, which its clients match: ethers and foundry look for `rate limit`. */
const TEXTS: Readonly<Record<number, string>> = {
  401: 'Missing/Invalid API Key',
  402: 'Out of credits: see the plan of the API key',
  404: 'Missing or unsupported chainid parameter',
  429: 'Max rate limit reached',
};

/** A refusal in Etherscan's envelope, its status unchanged. */
export function toModuleForm(answer: Answer): Answer {
  const result = TEXTS[answer.status];
  if (result === undefined) return answer;
  const body: ModuleAnswer = { status: '0', message: 'NOTOK', result };
  return { ...answer, body };
}
