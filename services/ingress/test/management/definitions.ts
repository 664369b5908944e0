import { randomUUID } from 'node:crypto';
import type { Component, Definition } from '@workflow/workflow-model';

interface WebhookDefinition extends Definition {
  webhook: Component;
  output: Component;
}

/** A webhook followed by an output: can be published unchanged. */
export function webhookDefinition(): WebhookDefinition {
  const webhook: Component = { id: randomUUID(), type: 'webhook', output: 'request', config: {} };
  const output: Component = { id: randomUUID(), type: 'output', config: { value: '{{ request }}' } };
  return {
    webhook,
    output,
    components: [webhook, output],
    connections: [{ from: webhook.id, port: 'next', to: output.id }],
  };
}

export function definitionOf({ components, connections }: Definition): Definition {
  return { components, connections };
}
