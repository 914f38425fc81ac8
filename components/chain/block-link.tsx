import { groupDigits } from '@/lib/format/number';
import { ChainLink } from './chain-link';

export function BlockLink({ height, className = '' }: { height: number; className?: string }) {
  return (
    <ChainLink to={`/block/${height}`} className={`whitespace-nowrap ${className}`}>
      #{groupDigits(height)}
    </ChainLink>
  );
}
