import { verifyGenericHmac } from './generic-hmac.ts';
import { verifyGithub } from './github.ts';
import type { SignatureScheme } from './signature-scheme.ts';
import { verifySlack } from './slack.ts';
import { verifyStandardWebhooks } from './standard-webhooks.ts';
import { verifyStripe } from './stripe.ts';

export type { VerificationSettings } from './signature-scheme.ts';

export const SIGNATURE_SCHEMES: Record<string, SignatureScheme> = {
  'standard-webhooks': verifyStandardWebhooks,
  github: verifyGithub,
  stripe: verifyStripe,
  slack: verifySlack,
  hmac: verifyGenericHmac,
};
