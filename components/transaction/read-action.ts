/** An amount that an action names, of a token or of the coin. */
type ActionAmount = Readonly<{ amount: string; symbol: string; address: string | undefined }>;
/** An action's amounts, and what else it says, by name. */
type ReadAction = Readonly<{
  amounts: readonly ActionAmount[];
  others: readonly (readonly [string, unknown])[];
}>;

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const OWN_BLOCK = 'block_number';

/** Joins `amount0`, `symbol0`, `address0` and the like, and leaves out the block, which is the transaction's. */
export function readAction(data: Readonly<Record<string, unknown>>): ReadAction {
  const amounts: ActionAmount[] = [];
  const used = new Set([OWN_BLOCK]);
  for (const name of Object.keys(data)) {
    const [, prefix = '', suffix = ''] = /^(.*)amount(\d*)$/.exec(name) ?? [];
    const [symbolName, addressName] = [`${prefix}symbol${suffix}`, `${prefix}address${suffix}`];
    const [amount, symbol, address] = [data[name], data[symbolName], data[addressName]];
    if (!name.endsWith(`amount${suffix}`) || typeof amount !== 'string' || typeof symbol !== 'string')
      continue;
    const isToken = typeof address === 'string' && ADDRESS.test(address);
    amounts.push({ amount, symbol, address: isToken ? address : undefined });
    for (const part of [name, symbolName, addressName]) used.add(part);
  }
  return { amounts, others: Object.entries(data).filter(([name]) => !used.has(name)) };
}
