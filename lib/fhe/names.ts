/** Solidity name of an encrypted type: Uint64 → euint64, Bool → ebool, Uint160 → eaddress. */
export function formatFheType(name: string): string {
  if (name === 'Bool') return 'ebool';
  if (name === 'Uint160') return 'eaddress';
  return /^(Uint|Int|Bytes)\d+$/.test(name) ? `e${name.toLowerCase()}` : name;
}

/** Library name of an operation: FheAdd → add, FheIfThenElse → select, TrivialEncrypt → encrypt. */
export function formatFheOperation(name: string): string {
  const names: Readonly<Record<string, string>> = {
    FheIfThenElse: 'select',
    FheBitAnd: 'and',
    FheBitOr: 'or',
    FheBitXor: 'xor',
    TrivialEncrypt: 'encrypt',
    Cast: 'cast',
    FheRandBounded: 'randBounded',
    FheIsIn: 'isIn',
    FheMulDiv: 'mulDiv',
  };
  return names[name] ?? name.replace(/^Fhe/, '').toLowerCase();
}
