import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type AbiEvent, encodeAbiParameters, encodeEventTopics, getAddress, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { bufferToHex, type Hex, hexToBuffer } from '@/lib/evm/hex';
import type { ActionFacts, TokenFacts } from './action';
import { findActionContracts } from './action-contracts';
import { decodeActions } from './decode-actions';

/** The events as their interfaces (IPool, IUniswapV3PoolEvents, IERC721) declare them. */
const ABI = parseAbi([
  'event Borrow(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint8 interestRateMode, uint256 borrowRate, uint16 indexed referralCode)',
  'event Supply(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode)',
  'event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount)',
  'event Repay(address indexed reserve, address indexed user, address indexed repayer, uint256 amount, bool useATokens)',
  'event FlashLoan(address indexed target, address initiator, address indexed asset, uint256 amount, uint8 interestRateMode, uint256 premium, uint16 indexed referralCode)',
  'event ReserveUsedAsCollateralEnabled(address indexed reserve, address indexed user)',
  'event ReserveUsedAsCollateralDisabled(address indexed reserve, address indexed user)',
  'event LiquidationCall(address indexed collateralAsset, address indexed debtAsset, address indexed user, uint256 debtToCover, uint256 liquidatedCollateralAmount, address liquidator, bool receiveAToken)',
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
]);
type EventName = (typeof ABI)[number]['name'];

const TOPICS: Record<string, Hex> = {
  Borrow: '0xb3d084820fb1a9decffb176436bd02558d15fac9b0ddfed8c465bc7359d7dce0',
  Supply: '0x2b627736bca15cd5381dcf80b0bf11fd197d01a037c52b927a881a10fb73ba61',
  Withdraw: '0x3115d1449a7b732c986cba18244e897a450f61e1bb8d589cd2e69e6c8924f9f7',
  Repay: '0xa534c8dbe71f871f9f3530e97a74601fea17b426cae02e1c5aee42c96c784051',
  FlashLoan: '0xefefaba5e921573100900a3ad9cf29f222d995fb3b6045797eaea7521bd8d6f0',
  ReserveUsedAsCollateralEnabled: '0x00058a56ea94653cdf4f152d227ace22d4c00ad99e2a43f58cb7d9e3feb295f2',
  ReserveUsedAsCollateralDisabled: '0x44c58d81365b66dd4b1a7f36c25aa97b8c71c361ee4937adc1a00000227db5dd',
  LiquidationCall: '0xe413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286',
  Mint: '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde',
  Burn: '0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c',
  Collect: '0x70935338e69775456a85ddef226c395fb668b63fa0115f5f20610b388e6ca9c0',
  Swap: '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
};

const address = (digits: string): Hex => `0x${digits.repeat(40 / digits.length)}`;
const [USER, USDC, WETH, POOL] = [address('ab'), address('c1'), address('e2'), address('f3')];
const MAINNET = findActionContracts(1);
const AAVE: Hex = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2';
const MANAGER: Hex = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const UNKNOWN: TokenFacts = { name: null, symbol: null, decimals: null };

const facts: ActionFacts = {
  tokens: new Map([
    [USDC, { name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
    [WETH, { name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 }],
    [MANAGER, { name: 'Uniswap V3 Positions NFT-V1', symbol: 'UNI-V3-POS', decimals: null }],
  ]),
  pools: new Map([[POOL, { token0: USDC, token1: WETH }]]),
};
const context = { blockNumber: 19_000_000, contracts: MAINNET, facts };

/** The log that a contract emits for an event: arguments by name, encoded by viem. */
function emit(emitter: Hex, eventName: EventName, args: Record<string, unknown>): EvmLog {
  const declared: AbiEvent | undefined = ABI.find(({ name }) => name === eventName);
  const inputs = declared?.inputs ?? [];
  const indexed = inputs.filter((input) => input.indexed);
  const plain = inputs.filter((input) => !input.indexed);
  const encode = ({ type, name = '' }: { type: string; name?: string | undefined }) =>
    encodeAbiParameters([{ type }], [args[name]]);
  const [topic] = encodeEventTopics({ abi: ABI, eventName });
  return {
    logIndex: 0,
    address: hexToBuffer(emitter),
    topics: [topic, ...indexed.map((input) => encode(input))].map((hex) => hexToBuffer(`${hex}`)),
    data: Buffer.concat(plain.map((input) => hexToBuffer(encode(input)))),
  };
}

const aaveArgs = {
  reserve: USDC,
  asset: USDC,
  target: USER,
  initiator: USER,
  user: USER,
  onBehalfOf: USER,
  to: USER,
  repayer: USER,
  liquidator: USER,
  collateralAsset: WETH,
  debtAsset: USDC,
  amount: 1_500_000n,
  debtToCover: 2_000_001n,
  liquidatedCollateralAmount: 10n ** 15n,
  interestRateMode: 2,
  borrowRate: 7n,
  premium: 9n,
  referralCode: 0,
  useATokens: false,
  receiveAToken: true,
};
const usdc = { symbol: 'USDC', address: getAddress(USDC), block_number: 19_000_000 };

test('every topic is the one on the chain', () => {
  for (const [eventName, topic] of Object.entries(TOPICS)) {
    const declared = ABI.find(({ name }) => name === eventName);
    expect(declared && encodeEventTopics({ abi: [declared], eventName: declared.name })[0]).toBe(topic);
  }
});

test.each([
  ['Borrow', 'borrow', { amount: '1.5', ...usdc }],
  ['Supply', 'supply', { amount: '1.5', ...usdc }],
  ['Withdraw', 'withdraw', { amount: '1.5', ...usdc }],
  ['Repay', 'repay', { amount: '1.5', ...usdc }],
  ['FlashLoan', 'flash_loan', { amount: '1.5', ...usdc }],
  ['ReserveUsedAsCollateralEnabled', 'enable_collateral', usdc],
  ['ReserveUsedAsCollateralDisabled', 'disable_collateral', usdc],
  [
    'LiquidationCall',
    'liquidation_call',
    {
      debt_amount: '2.000001',
      debt_symbol: 'USDC',
      debt_address: getAddress(USDC),
      collateral_amount: '0.001',
      collateral_symbol: 'WETH',
      collateral_address: getAddress(WETH),
      block_number: 19_000_000,
    },
  ],
] as const)('Aave v3 %s is %s', (eventName, type, data) => {
  const log = emit(AAVE, eventName, aaveArgs);
  expect(bufferToHex(log.topics[0] ?? Buffer.alloc(0))).toBe(TOPICS[eventName]);
  expect(decodeActions([log], context)).toEqual({
    actions: [{ protocol: 'aave_v3', type, data }],
    missing: { tokens: [], pools: [] },
  });
});

const poolArgs = {
  sender: USER,
  owner: USER,
  recipient: USER,
  tickLower: -887_220,
  tickUpper: 887_220,
  amount: 77n,
  amount0: 2_500_000n,
  amount1: 10n ** 18n,
  sqrtPriceX96: 5n,
  liquidity: 6n,
  tick: -7,
};
const [sideUsdc, sideWeth] = [
  { address0: getAddress(USDC), symbol0: 'USDC' },
  { address1: getAddress(WETH), symbol1: 'WETH' },
];

test.each([
  ['Mint', '2.5', poolArgs],
  ['Burn', '2.5', poolArgs],
  ['Burn', '0', { ...poolArgs, amount0: 0n }],
  ['Collect', '2.5', poolArgs],
  ['Swap', '2.5', { ...poolArgs, amount1: -(10n ** 18n) }],
] as const)('Uniswap v3 %s of %s', (eventName, amount0, args) => {
  const data = { ...sideUsdc, ...sideWeth, amount0, amount1: '1' };
  expect(decodeActions([emit(POOL, eventName, args)], context).actions).toEqual([
    { protocol: 'uniswap_v3', type: eventName.toLowerCase(), data },
  ]);
});

test('a swap is told from the side of who trades: what the pool took, then what it gave', () => {
  const given = emit(POOL, 'Swap', { ...poolArgs, amount0: -2_500_000n, amount1: 10n ** 18n });
  expect(decodeActions([given], context).actions[0]?.data).toEqual({
    address0: getAddress(WETH),
    symbol0: 'WETH',
    amount0: '1',
    address1: getAddress(USDC),
    symbol1: 'USDC',
    amount1: '2.5',
  });
  for (const sign of [1n, -1n]) {
    const nonsense = emit(POOL, 'Swap', { ...poolArgs, amount0: sign, amount1: sign });
    expect(decodeActions([nonsense], context).actions).toEqual([]);
  }
});

test('positions that one owner gets are one action, in the place of the first', () => {
  const mint = (to: Hex, tokenId: bigint) => emit(MANAGER, 'Transfer', { from: address('0'), to, tokenId });
  const sold = emit(MANAGER, 'Transfer', { from: USER, to: POOL, tokenId: 5n });
  const elsewhere = emit(POOL, 'Transfer', { from: address('0'), to: USER, tokenId: 6n });
  const logs = [
    mint(USER, 0n),
    emit(AAVE, 'Supply', aaveArgs),
    mint(POOL, 2n),
    mint(USER, 3n),
    sold,
    elsewhere,
  ];
  const { actions } = decodeActions(logs, context);
  expect(actions.map(({ type }) => type)).toEqual(['mint_nft', 'supply', 'mint_nft']);
  expect(actions[0]).toEqual({
    protocol: 'uniswap_v3',
    type: 'mint_nft',
    data: {
      name: 'Uniswap V3 Positions NFT-V1',
      symbol: 'UNI-V3-POS',
      address: getAddress(MANAGER),
      to: getAddress(USER),
      ids: ['0', '3'],
      block_number: 19_000_000,
    },
  });
});

test('says which facts are missing, the pool first, then its tokens', () => {
  const logs = [
    emit(POOL, 'Swap', { ...poolArgs, amount1: -1n }),
    emit(AAVE, 'LiquidationCall', aaveArgs),
    emit(MANAGER, 'Transfer', { from: address('0'), to: USER, tokenId: 1n }),
  ];
  const nothing = { tokens: new Map(), pools: new Map() };
  expect(decodeActions(logs, { ...context, facts: nothing })).toEqual({
    actions: [],
    missing: { tokens: [USDC, WETH, MANAGER], pools: [POOL] },
  });
  const pools = { ...nothing, pools: facts.pools };
  expect(decodeActions(logs.slice(0, 1), { ...context, facts: pools }).missing).toEqual({
    tokens: [USDC, WETH],
    pools: [],
  });
});

test('what a token does not tell is null; absurd decimals are no decimals', () => {
  const logs = [emit(AAVE, 'Supply', aaveArgs)];
  for (const token of [UNKNOWN, { ...UNKNOWN, decimals: -1 }, { ...UNKNOWN, decimals: 1e9 }]) {
    const known = { ...facts, tokens: new Map([[USDC, token]]) };
    expect(decodeActions(logs, { ...context, facts: known }).actions[0]?.data).toMatchObject({
      amount: null,
      symbol: null,
      address: getAddress(USDC),
    });
  }
});

test('believes known Aave pools only, any on a chain without known ones, and no pool that the factory denies', () => {
  const fake = emit(USER, 'Supply', aaveArgs);
  expect(decodeActions([fake], context)).toEqual({ actions: [], missing: { tokens: [], pools: [] } });
  const local = { ...context, contracts: findActionContracts(31_337) };
  expect(decodeActions([fake], local).actions).toHaveLength(1);
  const denied = { ...facts, pools: new Map([[POOL, null]]) };
  expect(decodeActions([emit(POOL, 'Mint', poolArgs)], { ...context, facts: denied })).toEqual({
    actions: [],
    missing: { tokens: [], pools: [] },
  });
});

test('addresses of contracts are EIP-55 as written', () => {
  const source = readFileSync(new URL('./action-contracts.ts', import.meta.url), 'utf8');
  const written = source.match(/0x[0-9a-fA-F]{40}/g) ?? [];
  expect(written.length).toBeGreaterThan(15);
  for (const hash of written) expect(getAddress(hash)).toBe(hash);
});

test('any bytes under these topics decode or are left out, never an error', () => {
  const topic = fc.constantFrom(...Object.values(TOPICS)).map(hexToBuffer);
  const bytes = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((given) => Buffer.from(given));
  const log = fc
    .record({
      topic,
      rest: fc.array(
        fc.oneof(
          bytes(32),
          bytes(20).map((given) => Buffer.concat([Buffer.alloc(12), given])),
        ),
        { maxLength: 4 },
      ),
      data: fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((given) => Buffer.from(given)),
        bytes(96),
        bytes(160),
      ),
    })
    .map(({ topic: first, rest, data }) => ({
      logIndex: 0,
      address: hexToBuffer(POOL),
      topics: [first, ...rest],
      data,
    }));
  const anyPool = { ...context, contracts: findActionContracts(31_337) };
  fc.assert(
    fc.property(fc.array(log, { maxLength: 5 }), (logs) => {
      const { actions, missing } = decodeActions(logs, anyPool);
      expect(actions.length + missing.tokens.length).toBeLessThanOrEqual(2 * logs.length);
    }),
  );
});

const recorded = new URL('../../../../shared/realdata/blocks/1/', import.meta.url);
const bundle = z.object({
  receipts: z.array(
    z.object({
      logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
    }),
  ),
});

test.skipIf(!existsSync(recorded))(
  'every such event of the recorded mainnet blocks decodes (../shared)',
  () => {
    const topics = new Set<string>(Object.values(TOPICS));
    const names = readdirSync(recorded).filter((file) => file.startsWith('176861'));
    const texts = names.map((name) => gunzipSync(readFileSync(new URL(name, recorded))).toString());
    const receipts = texts.flatMap((text) => bundle.parse(JSON.parse(text)).receipts);
    const events = receipts
      .flatMap(({ logs }) => logs)
      .filter((log) => topics.has(log.topics[0] ?? ''))
      .map((log, logIndex) => ({
        logIndex,
        address: hexToBuffer(log.address),
        topics: log.topics.map(hexToBuffer),
        data: hexToBuffer(log.data),
      }));
    const emitters = events.map(({ address: emitter }) => bufferToHex(emitter));
    const pools = new Map(emitters.map((emitter) => [emitter, { token0: USDC, token1: WETH }]));
    const mainnet = { ...context, contracts: findActionContracts(31_337) };
    const { missing } = decodeActions(events, { ...mainnet, facts: { pools, tokens: new Map() } });
    const tokens = new Map(missing.tokens.map((token) => [token, UNKNOWN]));
    const { actions } = decodeActions(events, { ...mainnet, facts: { pools, tokens } });
    expect(events.length).toBeGreaterThan(200);
    expect(actions).toHaveLength(events.length);
  },
);
