import { parseAbiItem } from 'viem';

const LICENSE = /SPDX-License-Identifier:\s*\(?(MIT|Apache-2\.0|BSD-[23]-Clause|ISC|CC0-1\.0|Unlicense)\b/i;
const DECLARATION = /\b(function|event|error)\s+([A-Za-z]\w*)\s*\(([^()]*)\)([^{;]*)/g;
const ELEMENTARY = /^(address|bool|string|bytes\d*|u?int\d*)(\[\d*\])*$/;
const LOCATIONS = /\b(payable|memory|calldata|storage)\b/g;

/**
 * The external functions, events and errors of a Solidity file under one of the same licenses, where all parameters are of
 * elementary types: what a struct or a type of its own holds is not in the declaration.
 */
export function readSolidity(text) {
  if (!LICENSE.test(text)) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  return [...code.matchAll(DECLARATION)].flatMap(([, kind, name, inside, rest]) => {
    if (kind === 'function' && !/\b(external|public)\b/.test(rest)) return [];
    const parameters = inside.trim() === '' ? [] : inside.split(',').map(readParameter);
    if (!parameters.every((one) => one !== undefined)) return [];
    try {
      return [parseAbiItem(`${kind} ${name}(${parameters.join(', ')})`)];
    } catch {
      return [];
    }
  });
}

function readParameter(text) {
  const [type, ...words] = text.replace(LOCATIONS, ' ').trim().split(/\s+/);
  if (!ELEMENTARY.test(type) || words.length > 2) return undefined;
  const whole = type.replace(/^(u?int)(?=$|\[)/, '$1256');
  return [whole, ...words.filter((word) => word === 'indexed' || /^_*[A-Za-z]\w*$/.test(word))].join(' ');
}
