const WORD = 32;
/** 0x's API appends a tag: a selector, an affiliate and an ID. */
const ZERO_EX_TAG = Buffer.from('869584cd', 'hex');
const ZERO_EX_LENGTH = 68;
/** ERC-8021: attribution codes, ending in these bytes. */
const ERC_8021_END = Buffer.from('8021'.repeat(8), 'hex');
const MAX_ERC_8021 = 256;

/**
 * Whether bytes after the arguments of a call are an attribution suffix, by which frontends count their calls (Seaport's
 * domains, MetaMask, 1inch, 0x, ERC-8021). Arguments are whole words, so that fewer bytes are never an argument.
 */
export function isCallSuffix(bytes: Buffer): boolean {
  const { length } = bytes;
  if (length < WORD) return true;
  if (length === ZERO_EX_LENGTH && bytes.subarray(0, ZERO_EX_TAG.length).equals(ZERO_EX_TAG)) return true;
  return length <= MAX_ERC_8021 && bytes.subarray(-ERC_8021_END.length).equals(ERC_8021_END);
}

/** Whether bytes are the zero padding of the last argument, which a sender may leave out. */
export function isPadding(bytes: Buffer): boolean {
  return bytes.length < WORD && bytes.every((byte) => byte === 0);
}
