import type { Contract } from '@/lib/endpoints/contract';

/** A command, what of it is only an example, and settings that it needs in hardhat.config.ts. */
export type ToolLine = Readonly<{ title: string; text: string; isExample: boolean; config?: string }>;

type Subject = Readonly<{
  chainId: string;
  /** Whether the chain's JSON-RPC is served without a key. */
  isDefault: boolean;
  address: string;
  /** URL of this site. */
  site: string;
  contract:
    | Pick<Contract, 'name' | 'file_path' | 'constructor_args' | 'decoded_constructor_args'>
    | undefined;
}>;

const EXAMPLE = 'src/Contract.sol:Contract';
const MAX_ARGUMENTS = 2_000;
const NAME = /^[\w$]{1,255}$/;
const PATH = /^[\p{L}\p{N} ._/@+-]{1,255}$/u;

/** The commands that verify a contract from its project, with all that is known of it. */
export function listToolLines({ chainId, isDefault, address, site, contract }: Subject): ToolLine[] {
  const url = site.replace(/\/+$/, '');
  const target = findTarget(contract);
  const encoded = contract?.constructor_args ?? '';
  const forge = ['forge verify-contract', address, quote(target ?? EXAMPLE), '--chain', chainId];
  if (encoded !== '' && encoded.length <= MAX_ARGUMENTS) forge.push('--constructor-args', encoded);
  const network = isDefault ? 'explorer' : '<network>';
  const hardhat = [
    'npx hardhat verify sourcify --network',
    network,
    ...(target ? ['--contract', quote(target)] : []),
  ];
  const networks = isDefault ? `networks: { explorer: { type: 'http', url: '${url}/json-rpc' } }, ` : '';
  return [
    {
      title: 'Foundry',
      text: [...forge, '--verifier sourcify --verifier-url', url].join(' '),
      isExample: target === undefined,
    },
    {
      title: 'Hardhat 3',
      text: [...hardhat, address, ...listArguments(contract)].join(' '),
      isExample: !isDefault,
      config: `${networks}verify: { sourcify: { apiUrl: '${url}' } }`,
    },
  ];
}

/** Path and name: they may be anything, and the line is for a shell. */
function findTarget(contract: Subject['contract']): string | undefined {
  const { name, file_path: path } = contract ?? {};
  return name && path && NAME.test(name) && PATH.test(path) ? `${path}:${name}` : undefined;
}

/** Arguments of the constructor; none where one is a list, or looks like an option. */
function listArguments(contract: Subject['contract']): string[] {
  const values = (contract?.decoded_constructor_args ?? []).map((pair) =>
    Array.isArray(pair) ? pair[0] : pair,
  );
  const texts = values.flatMap((value: unknown) => (isPlain(value) ? [quote(value)] : []));
  return texts.length === values.length && texts.join(' ').length <= MAX_ARGUMENTS ? texts : [];
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && !value.startsWith('-') && !/[\p{Cc}\p{Cf}]/u.test(value);
}

function quote(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
