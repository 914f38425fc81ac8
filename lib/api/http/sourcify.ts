import { loadAddresses } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { ANSWERS, type Answer } from '@/lib/api/answer';
import { loadContract } from '@/lib/api/contract/loader';
import { presentWholeContract } from '@/lib/api/contract/present';
import { findCreationCode, findDeployment } from '@/lib/api/contract/verification-query';
import { listMatches } from '@/lib/api/contract/verified-query';
import type { Database } from '@/lib/db/open-database';
import { addressParam } from '@/lib/endpoints/params';
import { VERIFICATION_LIMITS } from '@/lib/endpoints/verification';
import { hexToBuffer } from '@/lib/evm/hex';
import type { PricedEndpoint } from '../gate/gate';
import { parseForm } from '../verification/read-form';
import {
  answerSubmitted,
  fromVerified,
  readSourcifyBody,
  refuseAsSourcify,
  toSourcifyForm,
} from '../verification/sourcify-form';
import {
  presentJob,
  presentMatch,
  presentSourcifyContract,
  readMatchId,
  selectFields,
} from '../verification/sourcify-present';
import { submit } from '../verification/submit';
import { serve } from './admit';
import type { ApiContext } from './respond';
import { VERIFICATION_PRICE, type VerificationOptions } from './verification';

type Answered = (c: ApiContext, options: VerificationOptions) => Promise<Answer>;
type Target = Readonly<{ db: Database; address: Buffer; name: string }>;

const OF_CONTRACT = ':chainId/:address';
const LOOK_UP: PricedEndpoint = { id: 'getSourcify', credits: 20 };
/** As many as a page of Sourcify's holds. */
const MAX_LISTED = 200;
const DEFAULT_SORT = 'desc';

/** Sourcify's API, version 2: routes that name a chain in their path, and are open without a key as those of the default chain. */
export const SOURCIFY_ROUTES: readonly Readonly<{
  method: 'GET' | 'POST';
  path: string;
  priced: PricedEndpoint;
  answer: Answered;
}>[] = [
  {
    method: 'POST',
    path: `/v2/verify/${OF_CONTRACT}`,
    priced: VERIFICATION_PRICE,
    answer: verifyBy('standard'),
  },
  {
    method: 'POST',
    path: `/v2/verify/metadata/${OF_CONTRACT}`,
    priced: VERIFICATION_PRICE,
    answer: verifyBy('metadata'),
  },
  {
    method: 'POST',
    path: `/v2/verify/similarity/${OF_CONTRACT}`,
    priced: VERIFICATION_PRICE,
    answer: verifyBySimilar,
  },
  { method: 'GET', path: '/v2/verify/:verificationId', priced: LOOK_UP, answer: answerJob },
  { method: 'GET', path: `/v2/contract/${OF_CONTRACT}`, priced: LOOK_UP, answer: answerContract },
  { method: 'GET', path: '/v2/contracts/:chainId', priced: { ...LOOK_UP, credits: 50 }, answer: answerList },
];

/** Creates the handler of one of the routes. */
export function createSourcifyHandler(
  { priced, answer }: (typeof SOURCIFY_ROUTES)[number],
  options: VerificationOptions,
) {
  return (c: ApiContext): Promise<Response> =>
    serve(c, options.admit, {
      priced,
      inForm: toSourcifyForm,
      answer: async () => toSourcifyForm(await answer(c, options)),
    });
}

async function findDatabase(c: ApiContext, { chains }: VerificationOptions): Promise<Database | Answer> {
  const id = c.req.param('chainId') ?? '';
  const chain = await chains.find(id);
  return chain
    ? chains.open(chain)
    : refuseAsSourcify(404, 'unsupported_chain', `The chain ${id.slice(0, 20)} is not supported.`);
}

async function findTarget(c: ApiContext, options: VerificationOptions): Promise<Target | Answer> {
  const db = await findDatabase(c, options);
  if ('status' in db) return db;
  const text = c.req.param('address') ?? '';
  const address = addressParam.safeParse(text);
  return address.success
    ? { db, address: hexToBuffer(address.data), name: `Contract ${text} on chain ${db.chainId}` }
    : refuseAsSourcify(400, 'invalid_parameter', `Invalid address: ${text.slice(0, 100)}`);
}

function verifyBy(kind: 'standard' | 'metadata'): Answered {
  return async (c, options) => {
    const target = await findTarget(c, options);
    if ('status' in target) return target;
    const { verification, contractCode } = options.services;
    if (verification === undefined) return ANSWERS.notVerifying;
    const read = await options.readBody(c, VERIFICATION_LIMITS.body);
    if ('refusal' in read) return read.refusal;
    const json = parseForm(read.body);
    if (json === undefined)
      return refuseAsSourcify(400, 'invalid_json', 'The body is not JSON, or has too many values.');
    const asked = readSourcifyBody(kind, json);
    if ('problem' in asked) return refuseAsSourcify(400, 'invalid_parameter', asked.problem);
    const request = { ...asked, address: target.address, client: read.client };
    return answerSubmitted(await submit(target.db, { verification, contractCode }, request), target.name);
  };
}

/** Verifies by the sources of a contract with the same runtime code: there is no search for others. */
async function verifyBySimilar(c: ApiContext, options: VerificationOptions): Promise<Answer> {
  const target = await findTarget(c, options);
  if ('status' in target) return target;
  const { db, address, name } = target;
  const { verification, contractCode } = options.services;
  if (verification === undefined) return ANSWERS.notVerifying;
  const read = await options.readBody(c, VERIFICATION_LIMITS.body);
  if ('refusal' in read) return read.refusal;
  const known = await loadContract(db, address, contractCode);
  if (!known) return answerSubmitted({ refusal: 'no contract' }, name);
  const similar = known.twin === undefined ? undefined : fromVerified(known.row);
  if (known.row.source !== 'verified' || similar === undefined)
    return refuseAsSourcify(
      404,
      'no_similar_match_found',
      'No verified contract with the same runtime code was found.',
    );
  const request = { ...similar, address, client: read.client };
  return answerSubmitted(await submit(db, { verification, contractCode }, request), name);
}

async function answerJob(c: ApiContext, { services }: VerificationOptions): Promise<Answer> {
  const id = c.req.param('verificationId') ?? '';
  const progress = await services.verification?.find(id);
  return progress
    ? { status: 200, body: presentJob(id, progress) }
    : refuseAsSourcify(404, 'job_not_found', `The verification ${id.slice(0, 36)} was not found`);
}

async function answerContract(c: ApiContext, options: VerificationOptions): Promise<Answer> {
  const target = await findTarget(c, options);
  if ('status' in target) return target;
  const { db, address } = target;
  const { chainId } = db;
  const [known, addresses, creationCode, deployment] = await Promise.all([
    loadContract(db, address, options.services.contractCode),
    loadAddresses(db, [address]),
    findCreationCode(db, address),
    findDeployment(db, address),
  ]);
  if (known?.row.source !== 'verified' || known.twin !== undefined)
    return { status: 404, body: presentMatch({ chainId, address }) };
  const { row, code } = known;
  const verified = { isExact: row.is_exact === true, at: row.verified_at };
  const whole = presentSourcifyContract({
    contract: presentWholeContract(known, { mention: presentAddress(address, addresses), code }),
    match: presentMatch({ chainId, address, verified }),
    language: row.language?.toString('utf8') ?? null,
    creationCode,
    deployment,
  });
  const body = selectFields(whole, { fields: c.req.query('fields'), omit: c.req.query('omit') });
  return typeof body === 'string' ? refuseAsSourcify(400, 'invalid_parameter', body) : { status: 200, body };
}

async function answerList(c: ApiContext, options: VerificationOptions): Promise<Answer> {
  const db = await findDatabase(c, options);
  if ('status' in db) return db;
  const { sort = DEFAULT_SORT, limit: size = String(MAX_LISTED), afterMatchId } = c.req.query();
  const limit = /^\d{1,3}$/.test(size) ? Number(size) : 0;
  const after = afterMatchId === undefined ? undefined : readMatchId(afterMatchId);
  if (!/^(asc|desc)$/.test(sort)) return refuseAsSourcify(400, 'invalid_parameter', 'sort is asc or desc.');
  if (limit < 1 || limit > MAX_LISTED)
    return refuseAsSourcify(400, 'invalid_parameter', `limit is from 1 to ${MAX_LISTED}.`);
  if (afterMatchId !== undefined && after === undefined)
    return refuseAsSourcify(400, 'invalid_parameter', 'afterMatchId is not a matchId.');
  const rows = await listMatches(db, { after, limit, isAscending: sort === 'asc' });
  const results = rows.map(({ address, is_exact, verified_at }) =>
    presentMatch({
      chainId: db.chainId,
      address,
      verified: { isExact: is_exact === true, at: verified_at },
    }),
  );
  return { status: 200, body: { results } };
}
