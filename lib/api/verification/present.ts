import type { z } from 'zod';
import type { verificationState } from '@/lib/endpoints/verification';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { message } from '@/lib/messages/message';
import type { VerificationProgress } from '@/lib/verification/verification-queue';

/** Presents the progress of a verification. */
export function presentVerificationState(progress: VerificationProgress): z.input<typeof verificationState> {
  const address_hash = bufferToAddress(hexToBuffer(progress.address));
  const open = { address_hash, is_fully_verified: null, message: null, compiler_errors: [] };
  if (progress.state !== 'done')
    return { ...open, status: progress.state === 'waiting' ? 'queued' : 'running' };
  const { result } = progress;
  if (result.outcome === 'matched') return { ...open, status: 'verified', is_fully_verified: result.isExact };
  if (result.outcome === 'no match') return { ...open, status: 'failed', ...result.reason };
  return { ...open, status: 'failed', ...message('compiler_errors'), compiler_errors: result.errors };
}
