import { encodeFunctionData, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { createStepTraces } from '@/lib/api/nodes/tracers';
import { createTransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { listSteps, type StepPage } from '@/lib/endpoints/step';
import { hexToBuffer } from '@/lib/evm/hex';
import { SOURCE_HEAD } from '../support/solidity-project';
import { provideVerifiedTill } from '../support/verified-project';

const TEXT = `${SOURCE_HEAD}contract Till {
  uint256 public count;
  function twice(uint256 most) external {
    emit Reached(most);
    count = half(most);
  }
  function half(uint256 all) internal returns (uint256) {
    for (uint256 i = 0; i < all; i++) count += i;
    return count;
  }
  function down(uint256 left) public {
    emit Reached(left); unchecked { below(left - 1); }
  }
  function below(uint256 left) internal {
    count += left;
    if (left > 0) down(left);
  }
  event Reached(uint256 left);
}`;
const ABI = parseAbi(['function twice(uint256)', 'function down(uint256)']);

const till = await provideVerifiedTill(
  TEXT,
  (nodes) => ({ stepTraces: createStepTraces(nodes), traces: createTransactionTraces(nodes) }),
  { viaIR: true, optimizer: { enabled: true, runs: 200 } },
);

async function execute(functionName: 'twice' | 'down', most: bigint): Promise<string> {
  const data = encodeFunctionData({ abi: ABI, functionName, args: [most] });
  const receipt = await till.send({ to: till.till, data });
  return `/api/v2/transactions/${await till.store(receipt, { to_address: hexToBuffer(till.till) })}/steps`;
}

const read = async (path: string, query: string): Promise<StepPage> =>
  listSteps.response.parse(await till.settled(`${path}?${query}`));

const NOT_KNOWN = {
  arguments: null,
  arguments_meta: { status: 'unavailable', code: 'arguments_through_ir' },
};

test('compiled through the IR, arguments are those of the call data, else said not to be known', async () => {
  const path = await execute('twice', 3n);
  expect((await read(path, 'to=stop&stops=src/Till.sol:6')).source).toMatchObject({
    ...{ function: 'Till.twice', arguments: [{ name: 'most', value: '3' }], arguments_meta: null },
  });
  const inside = await read(path, 'to=stop&stops=src/Till.sol:10');
  expect(inside.source).toMatchObject({ function: 'Till.half', ...NOT_KNOWN });
});

test('of a function that calls itself by another, which is put in its place, they are not those of its first call', async () => {
  const path = await execute('down', 3n);
  const first = await read(path, 'to=stop&stops=src/Till.sol:14');
  for (let { step } = first, calls = 1; calls <= 3; calls++) {
    const page = calls === 1 ? first : await read(path, `to=stop&stops=src/Till.sol:14&step=${step}`);
    expect(page.source, `call ${calls}`).toMatchObject({ function: 'Till.down', ...NOT_KNOWN });
    step = page.step;
  }
});
