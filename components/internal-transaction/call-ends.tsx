import type { CallFrame } from '@/lib/endpoints/call-tree';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';

/** The target of a call in a few words: the contract and its method. */
export function CallEnds({ call }: { call: Pick<CallFrame, 'to' | 'created_contract' | 'method' | 'type'> }) {
  const target = call.to ?? call.created_contract;
  const name = target === null ? call.type : (target.name ?? shortenHash(target.hash));
  return (
    <bdi>
      {displayText(name, 24)}
      {call.method !== null && `.${displayText(call.method, 40)}`}
    </bdi>
  );
}
