import { defineRoute } from '../http/define-route.ts';
import { OPERATOR } from './operated-organization.ts';
import { defineObject } from '../http/schema-parts.ts';

/** About ten thousand values are encrypted in this time. */
const WITHIN_MS = 60_000;

const count = { type: 'integer', minimum: 0 } as const;

const resealedSchema = defineObject('ResealedSecrets', {
  resealed: { ...count, description: 'Values of a previous key that are now encrypted with the current one.' },
  current: { ...count, description: 'Values that were encrypted with the current key already.' },
  unreadable: { ...count, description: 'Values that no key decrypts; they were left alone.' },
});

export const resealSecrets = defineRoute({
  method: 'POST',
  path: '/v1/operator/reseal-secrets',
  summary: 'Encrypt all secrets with the current key',
  description:
    'Values of the keys in SECRETS_KEY_PREVIOUS are encrypted with SECRETS_KEY. Replicas keep running meanwhile, ' +
    'and repeating the call does no harm. The audit log of each organization records how many of its secrets were ' +
    'changed.',
  security: { kind: 'operator' },
  responses: { 200: { description: 'The number of values found and encrypted.', schema: resealedSchema } },
  async handler({ store }, request) {
    request.expectWait(WITHIN_MS);
    return { status: 200, body: await store.operator.resealSecrets(OPERATOR.name) };
  },
});
