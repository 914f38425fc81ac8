import type { FlowNode } from '@/lib/endpoints/money-flow';
import { t } from '@/lib/language/t';

/** Why a flow ends at an account, in a word or two. */
export function stopText(stop: NonNullable<FlowNode['stop']>): string {
  switch (stop) {
    case 'nobody':
      return t('minted or burnt');
    case 'pool':
      return t('pool');
    case 'labeled':
      return t('service');
    case 'token':
      return t('token');
    case 'busy':
      return t('busy');
    case 'shown':
      return t('shown before');
  }
}
