import { hexToBuffer } from '@/lib/evm/hex';

/** Contracts of a deployment in the order of their importance: as a field, as a column, and what they are called. */
const HOSTS = [
  { field: 'executor', column: 'executor', kind: 'Executor' },
  { field: 'acl', column: 'acl', kind: 'ACL' },
  { field: 'hcuLimit', column: 'hcu_limit', kind: 'HCULimit' },
  { field: 'kmsVerifier', column: 'kms_verifier', kind: 'KMSVerifier' },
  { field: 'inputVerifier', column: 'input_verifier', kind: 'InputVerifier' },
  { field: 'protocolConfig', column: 'protocol_config', kind: 'ProtocolConfig' },
  { field: 'bridge', column: 'bridge', kind: 'ConfidentialBridge' },
] as const;

type HostField = (typeof HOSTS)[number]['field'];

/** Contracts of one fhEVM on a chain, hex addresses; null: none, or not known. Its ACL and executor log what counts. */
export type FheDeployment = Readonly<
  { name: string; executor: string } & Record<Exclude<HostField, 'executor'>, string | null>
>;

/** Columns of a deployment's contracts in the database and the API, in the order of their importance. */
export const HOST_COLUMNS = HOSTS.map(({ column }) => column);

type HostColumn = (typeof HOSTS)[number]['column'];

/** The known contracts of a deployment as the API gives it, each with what it is called. */
export function nameHosts(
  deployment: Readonly<Record<HostColumn, string | null>>,
): { column: HostColumn; address: string; kind: string }[] {
  return HOSTS.flatMap(({ column, kind }) => {
    const address = deployment[column];
    return address === null ? [] : [{ column, address, kind }];
  });
}

const UNKNOWN = { hcuLimit: null, protocolConfig: null, bridge: null };

/** Published deployments by chain ID, the main one of a chain first; 31337 is local. */
const PUBLISHED: Readonly<Record<number, readonly FheDeployment[]>> = {
  1: [
    {
      ...UNKNOWN,
      name: 'Zama mainnet',
      executor: '0xD82385dADa1ae3E969447f20A3164F6213100e75',
      acl: '0xcA2E8f1F656CD25C01F05d0b243Ab1ecd4a8ffb6',
      hcuLimit: '0x3b4da65e45Fda2CAa0285A735ab4361a44F171E2',
      kmsVerifier: '0x77627828a55156b04Ac0DC0eb30467f1a552BB03',
      inputVerifier: '0xCe0FC2e05CFff1B719EFF7169f7D80Af770c8EA2',
      protocolConfig: '0xD8236B57394f90726b26aB25D38CeAC776E1a7C4',
    },
  ],
  137: [
    {
      ...UNKNOWN,
      name: 'Zama mainnet',
      executor: '0xAB0075E77fe06083f52bdf10e2ccDB3712483057',
      acl: '0x6737F17e31cf26a1b62fb0362acC5a16CB156F49',
      hcuLimit: '0x226cf23556E59e3284c3c7705868478746D338af',
      kmsVerifier: '0x14e609595474874Dd6b6128376E336EfADfdBE37',
      inputVerifier: '0xf40BD204B035522EaAc8E5afAdc55113Acac96ca',
      protocolConfig: '0x17f62Ab3A1Ea519703cD597410147A30Fa1a7f1e',
    },
  ],
  31337: [
    {
      ...UNKNOWN,
      name: 'Local',
      executor: '0xe3a9105a3a932253A70F126eb1E3b589C643dD24',
      acl: '0x50157CFfD6bBFA2DECe204a89ec419c23ef5755D',
      hcuLimit: '0x233ff88A48c172d29F675403e6A8e302b0F032D9',
      kmsVerifier: '0x901F8942346f7AB3a01F6D7613119Bca447Bb030',
      inputVerifier: '0x36772142b74871f255CbD7A3e89B401d3e45825f',
    },
  ],
  80002: [
    {
      ...UNKNOWN,
      name: 'Zama testnet',
      executor: '0x89420269f61e4db00545cd99da0aEcA7fF0912f9',
      acl: '0xD99Cb9Fc3c42c87f2A4A12e8Fd60318d6bDdf985',
      hcuLimit: '0x462f1920A9a7b5Aa74A36c3f49E38C34392B0546',
      kmsVerifier: '0xCD1D89E311bce4C8DEa9a0857a0c9A4E153D4041',
      inputVerifier: '0x6e5A7D8b0c645467Cba7e62D6624917085118631',
      protocolConfig: '0x4CcF009Aba90D04f52b31fc7aDdE240578aFe10F',
    },
  ],
  560048: [
    {
      ...UNKNOWN,
      name: 'Zama cleartext (no encryption)',
      executor: '0xC316692627de536368d82e9121F1D44a550894E6',
      acl: '0x6D3FAf6f86e1fF9F3B0831Dda920AbA1cBd5bd68',
      kmsVerifier: '0x822BE20679CfAfdc352F05dEdfe12a07E912212e',
      inputVerifier: '0xf3D9A51f32D9bC23E1eECb0fAbF1f1DA4d9Bba26',
    },
  ],
  11155111: [
    {
      ...UNKNOWN,
      name: 'Zama testnet',
      executor: '0x92C920834Ec8941d2C77D188936E1f7A6f49c127',
      acl: '0xf0Ffdc93b7E186bC2f8CB3dAA75D86d1930A433D',
      hcuLimit: '0xa10998783c8CF88D886Bc30307e631D6686F0A22',
      kmsVerifier: '0xbE0E383937d564D7FF0BC3b46c51f0bF8d5C311A',
      inputVerifier: '0xBBC1fFCdc7C316aAAd72E807D9b0272BE8F84DA0',
      protocolConfig: '0x51f9AFBc89Ea792e1a21a12AB802ab58D4dbee83',
    },
    {
      ...UNKNOWN,
      name: 'Zama devnet',
      executor: '0x5cc8c5A366E733d4f1e677B2A9C08Bc2ea49b302',
      acl: '0xBCA6F8De823a399Dc431930FD5EE550Bf1C0013e',
      hcuLimit: '0xb8E70273De41498aAF047fd73ae1F3025D8709f8',
      kmsVerifier: '0x3F3819BeBE4bD0EFEf8078Df6f9B574ADa80CCA4',
      inputVerifier: '0x6B32f47E39B0F8bE8bEAD5B8990F62E3e28ac08d',
      protocolConfig: '0x1aa1E8f03E6aC23EEd65305fF6C89A3Fc55f13a0',
    },
  ],
};

/** The published deployments on a chain; none on most. */
export function findDeployments(chainId: number): readonly FheDeployment[] {
  return PUBLISHED[chainId] ?? [];
}

/** Executors of deployments (20 bytes each): only their logs are operations. */
export function executorsOf(deployments: readonly Pick<FheDeployment, 'executor'>[]): Buffer[] {
  return deployments.map(({ executor }) => hexToBuffer(executor));
}

/** The executors of the published deployments on a chain (20 bytes each); undefined when none is known. */
export function findExecutors(chainId: number): readonly Buffer[] | undefined {
  const executors = executorsOf(findDeployments(chainId));
  return executors.length === 0 ? undefined : executors;
}

/** The known host contracts of deployments, hex addresses, each with what it is called. */
export function listHostContracts(
  deployments: readonly FheDeployment[],
): { address: string; kind: string; deployment: FheDeployment }[] {
  return deployments.flatMap((one) =>
    HOSTS.flatMap(({ field, kind }) => {
      const address = one[field];
      return address === null ? [] : [{ address, kind, deployment: one }];
    }),
  );
}
