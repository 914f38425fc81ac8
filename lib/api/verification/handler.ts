import { implement } from '@/lib/api/implement';
import { getVerification, getVerificationConfig } from '@/lib/endpoints/verification';
import { describeVerification, presentVerificationState } from './present';

/** GET /smart-contracts/verification/config. */
export const verificationConfigOperation = implement(getVerificationConfig, async ({ services }) =>
  describeVerification(await services.verification?.listCompilers()),
);

/** GET /smart-contracts/verification/{id}. */
export const verificationOperation = implement(getVerification, async ({ services, params }) => {
  const progress = await services.verification?.find(params.verification_id_param);
  return progress && presentVerificationState(progress);
});
