import type { z } from 'zod';
import { ANSWERS, type Answer, invalid, notFound } from '@/lib/api/answer';
import type { Database } from '@/lib/db/open-database';
import { addressParam } from '@/lib/endpoints/params';
import {
  VERIFICATION_CREDITS,
  VERIFICATION_LIMITS,
  VERIFICATION_METHODS,
  type VerificationMethod,
  type verificationStarted,
} from '@/lib/endpoints/verification';
import { hexToBuffer } from '@/lib/evm/hex';
import type { RateRule } from '../gate/rate-limit';
import type { ServedChains } from '../served-chains';
import type { Services } from '../services';
import { fromMetadata } from '../verification/metadata-input';
import { type Form, type Problem, readForm } from '../verification/read-form';
import { fromFiles, readStandardInput, readTarget, type Submission } from '../verification/standard-input';
import { type Submitted, submit } from '../verification/submit';
import { type Admission, serve } from './admit';
import type { ReadBody } from './bodies';
import type { ApiContext } from './respond';
import { CHAIN_PARAMETER, findChainOf } from './route';

/** Dependencies of verification requests. */
export type VerificationOptions = Readonly<{
  admit: Admission;
  chains: ServedChains;
  services: Services;
  readBody: ReadBody;
}>;

/** Requests of one key, or of one address without a key. */
const VERIFICATION_RULE: RateRule = { name: 'verification', requests: 30, seconds: 600 };
/** Hono routes of the requests to verify, on both surfaces. */
export const VERIFICATION_PATHS = ['', `/:${CHAIN_PARAMETER}`].map(
  (prefix) => `${prefix}/api/v2/smart-contracts/:address/verification/via/:method`,
);

/** Price and limit of a request to verify. */
export const VERIFICATION_PRICE = {
  id: 'verifyContract',
  credits: VERIFICATION_CREDITS,
  rule: VERIFICATION_RULE,
};

/** Creates the handler of POST /smart-contracts/{address}/verification/via/{method}. */
export function createVerificationHandler(options: VerificationOptions) {
  return (c: ApiContext): Promise<Response> =>
    serve(c, options.admit, { priced: VERIFICATION_PRICE, answer: () => answerUpload(c, options) });
}

async function answerUpload(c: ApiContext, options: VerificationOptions): Promise<Answer> {
  const { chains, services } = options;
  const chain = await findChainOf(chains, c.get('route'));
  if (!chain) return ANSWERS.unknownChain;
  const method = VERIFICATION_METHODS.find((known) => known === c.req.param('method'));
  if (method === undefined) return ANSWERS.unknownPath;
  if (services.verification === undefined) return ANSWERS.notVerifying;
  const address = addressParam.safeParse(c.req.param('address'));
  if (!address.success)
    return refuseForm(address.error.issues[0]?.message ?? 'Invalid address', 'address_hash_param');
  const read = await options.readBody(c, VERIFICATION_LIMITS.body);
  if ('refusal' in read) return read.refusal;
  const form = await readForm(read.body, c.req.header('content-type') ?? '');
  if ('problem' in form) return refuseForm(form.problem);
  const upload = { address: hexToBuffer(address.data), method, form, client: read.client };
  const { verification, contractCode } = services;
  return answerForm(chains.open(chain), { verification, contractCode }, upload);
}

type Upload = Readonly<{ address: Buffer; method: VerificationMethod; form: Form; client: string }>;

async function answerForm(
  db: Database,
  parts: Parameters<typeof submit>[1],
  { address, method, form, client }: Upload,
): Promise<Answer> {
  const submission = readSubmission(method, form);
  if ('problem' in submission) return refuseForm(submission.problem);
  const compiler = form.fields.compiler_version ?? '';
  return describe(await submit(db, parts, { address, compiler, submission, client }));
}

/** Reads the sources as upstream's form of this method sends them. */
function readSubmission(method: VerificationMethod, { fields, files }: Form): Submission | Problem {
  if (method === 'sourcify') return fromMetadata(files);
  const target = readTarget(fields.contract_name);
  if (target !== undefined && 'problem' in target) return target;
  const input =
    method === 'standard-input'
      ? readStandardInput(files[0]?.text ?? fields.input ?? '')
      : method === 'multi-part'
        ? fromFiles(files, fields)
        : fromFiles(readFlattened(fields), fields);
  return 'problem' in input ? input : { input, target };
}

function readFlattened({ source_code: text = '', is_yul_contract }: Form['fields']): Form['files'] {
  const name = is_yul_contract === 'true' ? 'contract.yul' : 'contract.sol';
  return text.trim() === '' ? [] : [{ name, text }];
}

function describe(submitted: Submitted): Answer {
  if ('id' in submitted) return started({ message: 'Smart-contract verification started', id: submitted.id });
  switch (submitted.refusal) {
    case 'already verified':
      return started({ message: 'Already verified', id: null });
    case 'no contract':
      return notFound();
    case 'no compiler':
      return refuseForm('The compiler version is missing or invalid.', 'compiler_version');
    case 'busy':
      return refuseForm('This contract is already waiting for verification.');
    case 'full':
      return ANSWERS.queueFull;
  }
}

function started(body: z.input<typeof verificationStarted>): Answer {
  return { status: 200, body };
}

function refuseForm(detail: string, pointer = 'body'): Answer {
  return invalid([{ pointer, detail }]);
}
