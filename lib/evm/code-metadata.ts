import { findMetadata } from './opcodes';

/** Bytes of a code. */
export type CodeRange = Readonly<{ start: number; length: number }>;

/** What the metadata at the end of a code say: the version of solc as `0.8.37`, and the hash of the metadata file. */
export type CodeMetadata = Readonly<{ solc: string | undefined; hash: Buffer | undefined }>;

const HASH_BYTES = 32;
/** CBOR of metadata before a hash: the key, and the header of the bytes. */
const HASH_HEADERS = ['6469706673582212' + '20', '65627a7a72315820', '65627a7a72305820'].map((hex) =>
  Buffer.from(hex, 'hex'),
);
/** The key `solc`, and the header of three bytes: since solc 0.5.9. */
const SOLC_HEADER = Buffer.from('64736f6c6343', 'hex');

/** Where hashes of metadata stand in a code: its own, and those of the contracts that it creates. */
export function findMetadataHashes(code: Buffer): CodeRange[] {
  return HASH_HEADERS.flatMap((header) => {
    const found: CodeRange[] = [];
    for (let at = code.indexOf(header); at >= 0; at = code.indexOf(header, at + header.length)) {
      const start = at + header.length;
      if (start + HASH_BYTES <= code.length) found.push({ start, length: HASH_BYTES });
    }
    return found;
  });
}

/** Reads the metadata at the end of a code; both undefined where there are none. */
export function readCodeMetadata(code: Buffer): CodeMetadata {
  const metadata = code.subarray(findMetadata(code));
  const [hash] = findMetadataHashes(metadata);
  const at = metadata.indexOf(SOLC_HEADER);
  const version = metadata.subarray(at + SOLC_HEADER.length, at + SOLC_HEADER.length + 3);
  return {
    solc: at >= 0 && version.length === 3 ? [...version].join('.') : undefined,
    hash: hash && metadata.subarray(hash.start, hash.start + hash.length),
  };
}
