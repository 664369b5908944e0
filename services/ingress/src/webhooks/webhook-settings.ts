import type { Component } from '@workflow/workflow-model';
import type { Handshake } from './answer-handshake.ts';
import type { RateLimitSettings } from '../limits/token-bucket.ts';
import type { VerificationSettings } from './verification/index.ts';

/** A webhook component's config, which publishing checked against the catalogue's schema. */
export interface WebhookSettings {
  verification?: VerificationSettings;
  deduplicateBy?: string[];
  rateLimit?: RateLimitSettings;
  handshakes?: Handshake[];
  methods?: string[];
  keepRawBody?: boolean;
}

export function webhookSettings(component: Component): WebhookSettings {
  return component.config as WebhookSettings;
}
