import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex, numberToHex, pad } from 'viem';
import { type Anvil, startAnvil } from '@/demo/anvil';
import { getArtifact } from '@/demo/contracts';
import { asHex, asList } from '@/demo/node-request';

/** Transfers of a block, if nothing else is said. */
const PER_BLOCK = 200;
const SENDERS = 10;
const RECIPIENTS = 10_000;
const SUPPLY = 10n ** 30n;

/** An anvil chain of one token and many transfers of it, to ten thousand recipients. */
export async function startTransferChain(
  transfers: number,
  perBlock = PER_BLOCK,
): Promise<Anvil & { blocks: number; token: Hex }> {
  const anvil = await startAnvil({ timestamp: 1_700_000_000 });
  const accounts = asList(await anvil.request('eth_accounts'))
    .map(asHex)
    .slice(0, SENDERS);
  const { abi, bytecode } = getArtifact('DemoToken');
  const [deployer] = accounts;
  if (!deployer) throw new Error('anvil has no accounts');
  const data = encodeDeployData({ abi, bytecode, args: ['Bench', 'BNC', 18, SUPPLY] });
  const token = getContractAddress({ from: deployer, nonce: 0n });
  await anvil.request('eth_sendTransaction', [{ from: deployer, data, gas: numberToHex(5_000_000) }]);
  await anvil.request('evm_mine', []);
  for (const account of accounts) {
    const mint = encodeFunctionData({ abi, functionName: 'mint', args: [account, SUPPLY] });
    await anvil.request('eth_sendTransaction', [
      { from: account, to: token, data: mint, gas: numberToHex(200_000) },
    ]);
  }
  await anvil.request('evm_mine', []);
  await sendTransfers(anvil, { accounts, token, transfers, perBlock });
  return { ...anvil, token, blocks: 3 + Math.ceil(transfers / perBlock) };
}

type TransferPlan = { accounts: readonly Hex[]; token: Hex; transfers: number; perBlock: number };

async function sendTransfers(
  anvil: Anvil,
  { accounts, token, transfers, perBlock }: TransferPlan,
): Promise<void> {
  const { abi } = getArtifact('DemoToken');
  for (let sent = 0; sent < transfers; sent += perBlock) {
    const calls = Array.from({ length: Math.min(perBlock, transfers - sent) }, (_, at) => {
      const number = sent + at;
      const recipient = pad(numberToHex(1_000_000 + ((number * 7919) % RECIPIENTS)), { size: 20 });
      const data = encodeFunctionData({
        abi,
        functionName: 'transfer',
        args: [recipient, BigInt(number + 1)],
      });
      // anvil runs a batch in any order, so nonces are explicit; the first account's start after its deployment.
      const nonce = 1 + Math.floor(number / SENDERS) + (number % SENDERS === 0 ? 1 : 0);
      const from = accounts[number % SENDERS];
      return { from, to: token, data, gas: numberToHex(100_000), nonce: numberToHex(nonce) };
    });
    await sendBatch(anvil.rpcUrl, calls);
    await anvil.request('evm_mine', []);
  }
}

async function sendBatch(rpcUrl: string, calls: readonly object[]): Promise<void> {
  const body = calls.map((call, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_sendTransaction',
    params: [call],
  }));
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answers = asList(await response.json());
  const failed = answers.find((answer) => JSON.stringify(answer).includes('"error"'));
  if (failed) throw new Error(`anvil refused a transfer: ${JSON.stringify(failed)}`);
}
