import type { CodePattern } from './code-pattern';

/** Compilation of a contract, from its artifact and the files next to it; null where unknown. */
export type Compilation = Readonly<{
  language: string | null;
  /** As `0.8.37+commit.…`. */
  compilerVersion: string | null;
  settings: Readonly<Record<string, unknown>> | null;
  /** Text by path: all files of the contract, each as the compiler had it. */
  sources: Readonly<Record<string, string>> | null;
  storageLayout: Readonly<Record<string, unknown>> | null;
}>;

/** A compiled contract of a Foundry or Hardhat project. */
export type Artifact = Compilation &
  Readonly<{
    name: string;
    /** Of the source file; null when it is not known. */
    path: string | null;
    /** JSON. */
    abi: Buffer;
    code: CodePattern;
    /** SHA-256 of all of the above. */
    hash: Buffer;
  }>;
