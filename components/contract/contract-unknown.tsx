import { ChainLink } from '@/components/chain/chain-link';
import { Notice } from '@/components/ui/notice';
import type { Contract } from '@/lib/endpoints/contract';
import { shortenHash } from '@/lib/format/hash';

type Props = {
  contract: Contract;
  /** Where its sources can be sent; undefined where they cannot. */
  verifyPath: string | undefined;
};

/** Notice for an unverified contract, or one that is a partial match, with what can be done. */
export function ContractUnknown({ contract, verifyPath }: Props) {
  const { verified_twin_address_hash: twin } = contract;
  const verify = verifyPath !== undefined && (
    <>
      {' '}
      <a href={verifyPath}>Verify the source code</a>
    </>
  );
  if (twin !== null) {
    return (
      <Notice icon="alert" title="Verified by a contract of the same code">
        The sources are those of{' '}
        <ChainLink to={`/address/${twin}/contract`} title={twin} data-same={twin.toLowerCase()}>
          <span className="mono">{shortenHash(twin)}</span>
        </ChainLink>
        , whose runtime code is the same to the byte.{verify}
      </Notice>
    );
  }
  if (contract.abi !== null && contract.source_code !== null) {
    if (contract.is_fully_verified || verifyPath === undefined) return null;
    return (
      <Notice icon="alert" title="A partial match">
        The sources compile to this code, but the metadata differ: comments, names or settings may.{verify}
      </Notice>
    );
  }
  if (contract.abi !== null) {
    return (
      <Notice icon="alert" title="Source code not verified">
        Its ABI is known, so calls and logs are decoded with it.{verify}
      </Notice>
    );
  }
  return (
    <Notice icon="alert" title="Source code not verified">
      Standard calls and events are still decoded.{verify}
    </Notice>
  );
}
