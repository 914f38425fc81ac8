import { specAddress, specOperation, specTransaction, specTransfer } from './spec-service';

const ADDRESS = specAddress('');
const TRANSFER = { ...specTransfer, total: null, log_index: null };
const TRANSACTION = {
  ...specTransaction,
  created_contract: ADDRESS,
  token_transfers: [TRANSFER],
  decoded_input: null,
  actions: null,
};
const CHART = { id: null, title: null, description: null, units: null, resolutions: null };
const POINT = { date: null, date_to: null, value: null, is_approximate: null };

/** The operations of the specification below a chain, and the members of their responses. */
const OPERATIONS: readonly (readonly [RegExp, unknown])[] = [
  [/^\/api\/v2\/transactions\/0x\w{64}$/, TRANSACTION],
  [/^\/api\/v2\/transactions\/0x\w{64}\/token-transfers$/, { items: [TRANSFER], next_page_params: null }],
  [
    /^\/api\/v2\/transactions\/0x\w{64}\/fhe-operations$/,
    {
      items: [{ ...specOperation, inputs: null, caller: null }],
      max_depth_hcu: null,
      operation_count: null,
      total_hcu: null,
    },
  ],
  [/^\/api\/v2\/tokens\/0x\w{40}\/instances\/\d+\/transfers-count$/, { transfers_count: null }],
  [/^\/stats-service\/api\/v1\/lines$/, { sections: [{ id: null, title: null, charts: [CHART] }] }],
  [/^\/stats-service\/api\/v1\/lines\/\w+$/, { chart: [POINT], info: CHART }],
];

/** The response of a service with only the specification's operations; null for others. */
export async function answerAsSpecified(asked: URL, ask: () => Promise<unknown>): Promise<unknown> {
  const path = asked.pathname.replace(/^\/\d+(?=\/)/, '');
  const operation = OPERATIONS.find(([pattern]) => pattern.test(path));
  return operation === undefined ? null : keep(operation[1], await ask());
}

/** The part of a value that a form has: members of objects, also in arrays; all of anything else. */
function keep(form: unknown, value: unknown): unknown {
  if (Array.isArray(form) && Array.isArray(value)) return value.map((item) => keep(form[0], item));
  if (!isRecord(form) || !isRecord(value) || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name in form ? [[name, keep(form[name], member)]] : [],
    ),
  );
}

function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null;
}
