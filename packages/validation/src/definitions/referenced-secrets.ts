import { findComponentType } from '@workflow/component-catalog';
import type { Definition, Json } from '@workflow/workflow-model';
import { expressionsOf } from './check-templates.ts';

/** Names of the organization secrets that a definition uses, in templates and for webhook verification, each once. */
export function referencedSecrets(definition: Definition): string[] {
  const names = new Set<string>();
  for (const { type, config } of definition.components) {
    for (const site of findComponentType(type)?.templates(config) ?? []) {
      const parsed = expressionsOf(site);
      if (parsed.ok) for (const { secretNames } of parsed.value) for (const name of secretNames) names.add(name);
    }
    const secret = verificationSecret(config.verification);
    if (type === 'webhook' && secret !== null) names.add(secret);
  }
  return [...names];
}

function verificationSecret(verification: Json | undefined): string | null {
  const secret = typeof verification === 'object' && verification !== null && !Array.isArray(verification) ? verification.secret : null;
  return typeof secret === 'string' ? secret : null;
}
