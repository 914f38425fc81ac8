import { ANSWERS, type Answer } from '@/lib/api/answer';
import { callModuleOperation } from '@/lib/api/modules/handler';
import type { Database } from '@/lib/db/open-database';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import type { ModuleAnswer } from '@/lib/endpoints/module';
import { VERIFICATION_LIMITS } from '@/lib/endpoints/verification';
import { hexToBuffer } from '@/lib/evm/hex';
import { refuseForRate } from '../gate/gate';
import { OPEN_SURFACE } from '../gate/plans';
import type { RateLimit, RateRule } from '../gate/rate-limit';
import { found, refuse } from '../modules/action';
import { readEtherscanForm, toEtherscanText } from '../verification/etherscan-form';
import { readForm } from '../verification/read-form';
import { submit } from '../verification/submit';
import { serve } from './admit';
import { toModuleForm } from './module-form';
import { type ApiContext, NOT_CACHED, respond, setHeaders } from './respond';
import { CHAIN_PARAMETER, findChainOf } from './route';
import { VERIFICATION_PRICE, type VerificationOptions } from './verification';

/** Hono routes of the modules by POST. */
export const MODULE_PATHS = ['/api', '/v2/api', `/:${CHAIN_PARAMETER}/api`].flatMap((path) => [
  path,
  `${path}/`,
]);

type Fields = Readonly<Record<string, string>>;

const VERIFY = 'verifysourcecode';
/** A form may contain the key, so it is taken apart before the gate: large ones are counted by address. */
const PARTS: RateRule = { name: 'form', ...OPEN_SURFACE };
const PART_BYTES = 100_000;

/** Creates the handler of POST /api, as of Etherscan: the fields of a form stand for those of the query. */
export function createModulePostHandler(options: VerificationOptions & { countRequest: RateLimit }) {
  const { admit, countRequest, readBody } = options;
  return async (c: ApiContext): Promise<Response> => {
    const read = await readBody(c, VERIFICATION_LIMITS.body);
    if ('refusal' in read) return respond(c, read.refusal, NOT_CACHED);
    const { body, client } = read;
    const parts = Math.floor(body.length / PART_BYTES);
    const rate = parts > 0 ? await countRequest(PARTS, client, parts) : undefined;
    if (rate?.isExceeded) {
      const { refusal, headers } = refuseForRate(rate);
      setHeaders(c, headers);
      return respond(c, toModuleForm(refusal), NOT_CACHED);
    }
    const form = await readForm(body, c.req.header('content-type') ?? '');
    const fields = { ...c.req.query(), ...('problem' in form ? {} : form.fields) };
    const { endpoint } = callModuleOperation;
    const priced = isVerify(fields) ? { ...VERIFICATION_PRICE, service: endpoint.service } : endpoint;
    const answer = async () =>
      'problem' in form && body.length > 0
        ? answerOf(refuse(`Error! ${form.problem}`))
        : answerForm(c, options, { fields, client });
    return serve(c, admit, { priced, apikey: fields.apikey, inForm: toModuleForm, answer });
  };
}

async function answerForm(
  c: ApiContext,
  { chains, services }: VerificationOptions,
  { fields, client }: Readonly<{ fields: Fields; client: string }>,
): Promise<Answer> {
  const chain = await findChainOf(chains, c.get('route'));
  if (!chain) return toModuleForm(ANSWERS.unknownChain);
  const db = chains.open(chain);
  if (!isVerify(fields))
    return callModuleOperation.run({
      ...{ db, chain, listChains: chains.list, services, headers: {}, types: 'blockscout', params: {} },
      ...{ query: fields, isChecked: false },
    });
  if ((fields.chainid ?? String(db.chainId)) !== String(db.chainId))
    return answerOf(refuse(`chainid is not that of this path, ${db.chainId}`));
  return answerOf(await verify(db, services, { fields, client }));
}

async function verify(
  db: Database,
  { verification, contractCode }: VerificationOptions['services'],
  { fields, client }: Readonly<{ fields: Fields; client: string }>,
): Promise<ModuleAnswer> {
  if (verification === undefined) return refuse('Error! Contracts are not verified here');
  const { contractaddress: address = '', compilerversion: compiler = '' } = fields;
  if (!ADDRESS_HASH.test(address)) return refuse('Error! contractaddress: Invalid address format');
  const submission = readEtherscanForm(fields);
  if ('problem' in submission) return refuse(`Error! ${submission.problem}`);
  const request = { address: hexToBuffer(address), compiler, submission, client };
  const reply = toEtherscanText(await submit(db, { verification, contractCode }, request), address);
  return 'id' in reply ? found(reply.id) : refuse(reply.refusal);
}

function isVerify({ module, action }: Fields): boolean {
  return module?.toLowerCase() === 'contract' && action?.toLowerCase() === VERIFY;
}

function answerOf(body: ModuleAnswer): Answer {
  return { status: 200, body };
}
