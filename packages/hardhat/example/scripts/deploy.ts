import { artifacts, network } from 'hardhat';

const { provider } = await network.create();
const word = (value: number) => value.toString(16).padStart(64, '0');
const { bytecode } = await artifacts.readArtifact('Shelf');
const [from] = (await provider.request({ method: 'eth_accounts' })) as string[];
const send = (transaction: object) =>
  provider.request({ method: 'eth_sendTransaction', params: [{ from, gas: '0x1e8480', ...transaction }] });
const hash = await send({ data: `${bytecode}${word(20)}` });
const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
// placeTwice(7)
await send({ to: (receipt as { contractAddress: string }).contractAddress, data: `0x603f52df${word(7)}` });
