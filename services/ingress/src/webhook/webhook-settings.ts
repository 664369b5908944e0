import type { Component } from '@workflow/workflow-model';
import type { VerificationSettings } from './verification/index.ts';

export interface RateLimitSettings {
  perMinute: number;
  burst?: number;
}

/** A webhook component's config, which publishing checked against the catalogue's schema. */
export interface WebhookSettings {
  verification?: VerificationSettings;
  deduplicateBy?: string[];
  rateLimit?: RateLimitSettings;
}

export function webhookSettings(component: Component): WebhookSettings {
  return component.config as WebhookSettings;
}
