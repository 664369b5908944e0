import { verifyDiscord } from './discord.ts';
import { verifyGenericHmac } from './generic-hmac.ts';
import { verifyGithub } from './github.ts';
import { verifyHubspot } from './hubspot.ts';
import type { SignatureScheme } from './signature-scheme.ts';
import { verifySlack } from './slack.ts';
import { verifySquare } from './square.ts';
import { verifyStandardWebhooks } from './standard-webhooks.ts';
import { verifyStripe } from './stripe.ts';
import { verifyTwilio } from './twilio.ts';
import { verifyTwitch } from './twitch.ts';
import { verifyZoom } from './zoom.ts';
import type { VerificationSettings } from '../webhook-settings.ts';

/** The schemes by their name in a webhook's config. */
export const SIGNATURE_SCHEMES: Record<VerificationSettings['scheme'], SignatureScheme> = {
  'standard-webhooks': verifyStandardWebhooks,
  github: verifyGithub,
  stripe: verifyStripe,
  slack: verifySlack,
  zoom: verifyZoom,
  twilio: verifyTwilio,
  square: verifySquare,
  hubspot: verifyHubspot,
  discord: verifyDiscord,
  twitch: verifyTwitch,
  hmac: verifyGenericHmac,
};
