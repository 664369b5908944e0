import { defineSchema } from '../http/define-route.ts';

export const securityPath = '/v1/organization/security';

export const securitySchema = defineSchema('OrganizationSecurity', {
  type: 'object',
  additionalProperties: false,
  required: ['requireSecondFactor'],
  properties: {
    requireSecondFactor: {
      type: 'boolean',
      description: 'Members without a second factor must set one up before anything else. API keys are not affected.',
    },
  },
});
