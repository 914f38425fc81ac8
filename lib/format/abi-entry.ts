type Entry = Readonly<Record<string, unknown>>;

const MAX_PARAMETERS = 32;

/** An ABI entry in Solidity syntax, `function dive(uint256 metres) view returns (bool)`, with at most 32 parameters. */
export function describeAbiEntry(entry: Entry): string {
  const { type, name, inputs, outputs, stateMutability: mutability, anonymous } = entry;
  const kind = typeof type === 'string' ? type : 'function';
  const title = typeof name === 'string' && name !== '' ? `${kind} ${name}` : kind;
  const modifier = typeof mutability === 'string' && mutability !== 'nonpayable' ? ` ${mutability}` : '';
  const returned = describeList(outputs);
  const after = returned === '' ? '' : ` returns (${returned})`;
  return `${title}(${describeList(inputs)})${modifier}${anonymous === true ? ' anonymous' : ''}${after}`;
}

function describeList(list: unknown): string {
  if (!Array.isArray(list)) return '';
  const shown = list.slice(0, MAX_PARAMETERS).map(describeParameter);
  return [...shown, ...(list.length > MAX_PARAMETERS ? ['…'] : [])].join(', ');
}

function describeParameter(parameter: unknown): string {
  if (typeof parameter !== 'object' || parameter === null) return '';
  const { type, name, indexed }: { type?: unknown; name?: unknown; indexed?: unknown } = parameter;
  const words = [type, indexed === true ? 'indexed' : '', name];
  return words.filter((word) => typeof word === 'string' && word !== '').join(' ');
}
