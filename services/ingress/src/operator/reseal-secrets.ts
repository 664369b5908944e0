import { defineRoute, defineSchema } from '../http/define-route.ts';
import { OPERATOR } from './operated-organization.ts';

/** Some ten thousand values are sealed in this time. */
const WITHIN_MS = 60_000;

const count = { type: 'integer', minimum: 0 } as const;

const resealedSchema = defineSchema('ResealedSecrets', {
  type: 'object',
  required: ['resealed', 'current', 'unreadable'],
  properties: {
    resealed: { ...count, description: 'Values that a previous key had sealed.' },
    current: { ...count, description: 'Values that SECRETS_KEY had sealed already.' },
    unreadable: { ...count, description: 'Values that no key opens; they were left alone.' },
  },
});

export const resealSecrets = defineRoute({
  method: 'POST',
  path: '/v1/operator/reseal-secrets',
  operationId: 'resealSecrets',
  summary: 'Seal all secrets with the current key',
  description:
    'What a key of SECRETS_KEY_PREVIOUS sealed is sealed with SECRETS_KEY. Replicas go on meanwhile, and a repeat ' +
    'does no harm. The audit log of each organization tells how many of its secrets it were.',
  tags: ['Operator'],
  security: { kind: 'operator' },
  responses: { 200: { description: 'What was found and done.', schema: resealedSchema } },
  async handler({ store }, request) {
    request.expectWait(WITHIN_MS);
    return { status: 200, body: await store.operator.resealSecrets(OPERATOR.name) };
  },
});
