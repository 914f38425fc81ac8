import { Notice } from '@/components/ui/notice';
import type { Contract } from '@/lib/endpoints/contract';

/** Says what is not known of a contract, and what the operator of this service can do about it. */
export function ContractUnknown({ contract }: { contract: Contract }) {
  if (contract.abi !== null && contract.source_code !== null) return null;
  if (contract.abi !== null) {
    return (
      <Notice icon="alert" title="The sources of this contract are not known here">
        Its interface is, so calls and logs are decoded with it.
      </Notice>
    );
  }
  return (
    <Notice icon="alert" title="Neither sources nor interface of this contract are known">
      Standard calls and events are decoded all the same. Who runs this explorer can add what is missing: set{' '}
      <code>SOURCIFY_URL</code> to a service for verified sources, or put an ABI file with the address of the
      contract into <code>ABI_DIR</code>.
    </Notice>
  );
}
