import { Notice } from '@/components/ui/notice';
import type { Contract } from '@/lib/endpoints/contract';

/** Notice for an unverified contract, with what the operator can do. */
export function ContractUnknown({ contract }: { contract: Contract }) {
  if (contract.abi !== null && contract.source_code !== null) return null;
  if (contract.abi !== null) {
    return (
      <Notice icon="alert" title="Source code not verified">
        Its ABI is known, so calls and logs are decoded with it.
      </Notice>
    );
  }
  return (
    <Notice icon="alert" title="Source code not verified">
      Standard calls and events are still decoded. The operator of this explorer can set{' '}
      <code>SOURCIFY_URL</code> to a verification service, or add an ABI file for this address to{' '}
      <code>ABI_DIR</code>.
    </Notice>
  );
}
