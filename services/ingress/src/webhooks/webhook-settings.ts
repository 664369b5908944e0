import { withDefaults, type StoredConfig } from '@workflow/component-kit';
import { webhook } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';

/** The config of a webhook component with the schema's defaults. Publishing checked it against its schema. */
export type WebhookSettings = StoredConfig<typeof webhook.configSchema>;

/** How the signature of its deliveries is verified. */
export type VerificationSettings = NonNullable<WebhookSettings['verification']>;

export function webhookSettings(component: Component): WebhookSettings {
  return withDefaults(webhook.configSchema, component.config);
}
