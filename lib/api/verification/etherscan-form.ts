import type { Problem } from './read-form';
import { fromFiles, MAX_LIBRARIES, readStandardInput, readTarget, type Submission } from './standard-input';
import type { Submitted } from './submit';

/** Etherscan's messages, which its clients match: forge, hardhat and others. */
export const VERIFICATION_TEXTS = {
  pending: 'Pending in queue',
  verified: 'Pass - Verified',
  failed: 'Fail - Unable to verify',
  unknown: 'Error! Invalid guid',
  already: 'Contract source code already verified',
} as const;

type Fields = Readonly<Record<string, string | undefined>>;

/** Reads the fields of `verifysourcecode`. */
export function readEtherscanForm(fields: Fields): Submission | Problem {
  const target = readTarget(fields.contractname);
  if (target !== undefined && 'problem' in target) return target;
  const { sourceCode: text = '', codeformat = 'solidity-single-file' } = fields;
  const input = readSources(text, codeformat, fields);
  // Some send the name of the file in the name of the contract, though there is but one without a name.
  const isSingle = codeformat === 'solidity-single-file';
  if ('problem' in input) return input;
  return { input, target: target && isSingle ? { name: target.name } : target };
}

function readSources(text: string, format: string, fields: Fields) {
  if (format === 'solidity-standard-json-input' || format === 'vyper-json') return readStandardInput(text);
  if (format !== 'solidity-single-file')
    return { problem: `The code format ${format.slice(0, 40)} is not supported.` };
  const settings = {
    is_optimization_enabled: fields.optimizationUsed,
    optimization_runs: fields.runs,
    evm_version: fields.evmversion ?? fields.evmVersion,
    libraries: JSON.stringify(readLibraries(fields)),
  };
  return fromFiles(text.trim() === '' ? [] : [{ name: 'contract.sol', text }], settings);
}

/** `libraryname1`, `libraryaddress1` and so on. */
function readLibraries(fields: Fields): Record<string, string> {
  const numbers = Array.from({ length: MAX_LIBRARIES }, (_, at) => at + 1);
  return Object.fromEntries(
    numbers.flatMap((number) => {
      const name = fields[`libraryname${number}`] ?? '';
      return name === '' ? [] : [[name, fields[`libraryaddress${number}`] ?? '']];
    }),
  );
}

/** The result of a request: an ID, or a message that clients read as a refusal. */
export function toEtherscanText(submitted: Submitted, address: string): { id: string } | { refusal: string } {
  if ('id' in submitted) return submitted;
  switch (submitted.refusal) {
    case 'already verified':
      return { refusal: VERIFICATION_TEXTS.already };
    case 'no contract':
      return { refusal: `Unable to locate ContractCode at ${address}` };
    case 'no compiler':
      return { refusal: 'Error! The compiler version is missing or invalid' };
    case 'busy':
      return { refusal: 'Error! This contract is already waiting for verification' };
    case 'full':
      return { refusal: 'Error! Too many verifications are waiting: try again in a minute' };
  }
}
