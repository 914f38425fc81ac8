import { randomUUID } from 'node:crypto';
import type { Answer, AnswerStatus } from '@/lib/api/answer';
import type { ContractRow } from '@/lib/api/contract/query';
import { isRecord } from '@/lib/evm/is-record';
import { fromMetadata } from './metadata-input';
import type { Problem } from './read-form';
import { readStandardInput, readTarget, type Submission } from './standard-input';
import type { Submitted } from './submit';

/** Codes of our own answers, by their status; the messages are ours. */
const CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  402: 'out_of_credits',
  404: 'route_not_found',
  413: 'invalid_parameter',
  422: 'invalid_parameter',
  429: 'too_many_requests',
};

/** An error in Sourcify's form. */
export function refuseAsSourcify(status: AnswerStatus, customCode: string, message: string): Answer {
  return { status, body: { customCode, message, errorId: randomUUID() } };
}

/** Another answer's refusal in Sourcify's form; its status and headers stay. */
export function toSourcifyForm(answer: Answer): Answer {
  const { error } = Object(answer.body);
  if (typeof error !== 'string') return answer;
  const code = CODES[answer.status] ?? 'internal_error';
  return { ...answer, body: refuseAsSourcify(answer.status, code, error).body };
}

/** The sources of a request to /v2/verify (`standard`) or /v2/verify/metadata, and the compiler that it names. */
export function readSourcifyBody(
  kind: 'standard' | 'metadata',
  body: unknown,
): { submission: Submission; compiler: string } | Problem {
  if (!isRecord(body)) return { problem: 'The body must be a JSON object.' };
  if (kind === 'metadata') return readMetadata(body);
  const { stdJsonInput, compilerVersion: compiler, contractIdentifier } = body;
  if (!isRecord(stdJsonInput)) return { problem: 'Standard JSON input is required.' };
  if (typeof compiler !== 'string') return { problem: 'compilerVersion is required.' };
  if (typeof contractIdentifier !== 'string' || !contractIdentifier.includes(':'))
    return {
      problem: 'contractIdentifier must be the path and the name of the contract, as in src/A.sol:A.',
    };
  const target = readTarget(contractIdentifier);
  if (target !== undefined && 'problem' in target) return target;
  const input = readStandardInput(JSON.stringify(stdJsonInput));
  return 'problem' in input ? input : { submission: { input, target }, compiler };
}

function readMetadata({ metadata, sources }: Readonly<Record<string, unknown>>) {
  if (!isRecord(metadata)) return { problem: 'Metadata is required.' };
  if (!isRecord(sources)) return { problem: 'Sources are required.' };
  const files = Object.entries(sources).map(([name, text]) => ({ name, text: String(text) }));
  // Sources may be JSON too: of these, none is the metadata.
  const texts = files.filter(({ text }) => !text.trimStart().startsWith('{'));
  const submission = fromMetadata([{ name: 'metadata.json', text: JSON.stringify(metadata) }, ...texts]);
  return 'problem' in submission ? submission : { submission, compiler: '' };
}

/** The sources of a verified contract, to verify another one of the same code with. */
export function fromVerified(row: ContractRow): { submission: Submission; compiler: string } | undefined {
  const [sources, settings] = [row.sources, row.compiler_settings].map((bytes) =>
    bytes === null ? undefined : JSON.parse(bytes.toString('utf8')),
  );
  if (!isRecord(sources) || row.compiler_version === null || row.language === null) return undefined;
  const input = readStandardInput(
    JSON.stringify({
      language: row.language.toString('utf8'),
      sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
      settings: isRecord(settings) ? settings : {},
    }),
  );
  if ('problem' in input) return undefined;
  const target = readTarget(`${row.file_path?.toString('utf8')}:${row.name?.toString('utf8')}`);
  const isKnown = row.file_path !== null && target !== undefined && !('problem' in target);
  const submission = { input, target: isKnown ? target : undefined };
  return { submission, compiler: row.compiler_version.toString('utf8') };
}

/** The answer to a request to verify. */
export function answerSubmitted(submitted: Submitted, contract: string): Answer {
  if ('id' in submitted) return { status: 202, body: { verificationId: submitted.id } };
  switch (submitted.refusal) {
    case 'already verified':
      return refuseAsSourcify(409, 'already_verified', `${contract} is already verified as an exact match.`);
    case 'no contract':
      return refuseAsSourcify(404, 'contract_not_deployed', `${contract} is not a contract that is indexed.`);
    case 'no compiler':
      return refuseAsSourcify(400, 'invalid_parameter', 'compilerVersion is missing or invalid.');
    case 'busy':
      return refuseAsSourcify(
        429,
        'duplicate_verification_request',
        `${contract} is already being verified.`,
      );
    case 'full':
      return {
        ...refuseAsSourcify(
          429,
          'too_many_requests',
          'Too many verifications are waiting: try again in a minute.',
        ),
        headers: { 'retry-after': '60' },
      };
  }
}
