const WORD = 32;
/** 0x's API marks what it made: a selector, an affiliate and an ID. */
const ZERO_EX_MARK = Buffer.from('869584cd', 'hex');
const ZERO_EX_LENGTH = 68;
/** ERC-8021: codes of those who made the call, up to these bytes. */
const ERC_8021_END = Buffer.from('8021'.repeat(8), 'hex');
const MAX_ERC_8021 = 256;

/**
 * Whether bytes behind the arguments of a call are a mark that no contract reads as an argument: by these, interfaces
 * count the calls that they made (Seaport's domains, MetaMask, 1inch, 0x, ERC-8021). Arguments are whole words, so that what is
 * shorter is none.
 */
export function isCallMark(bytes: Buffer): boolean {
  const { length } = bytes;
  if (length < WORD) return true;
  if (length === ZERO_EX_LENGTH && bytes.subarray(0, ZERO_EX_MARK.length).equals(ZERO_EX_MARK)) return true;
  return length <= MAX_ERC_8021 && bytes.subarray(-ERC_8021_END.length).equals(ERC_8021_END);
}

/** Whether bytes are the zeros that pad a last argument to whole words, which a sender may leave out. */
export function isPadding(bytes: Buffer): boolean {
  return bytes.length < WORD && bytes.every((byte) => byte === 0);
}
