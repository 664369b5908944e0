import { defineStrictObject } from '../http/schema-parts.ts';

export const securityPath = '/v1/organization/security';

export const securitySchema = defineStrictObject('OrganizationSecurity', {
  requireSecondFactor: {
    type: 'boolean',
    description: 'Members without a second factor must set one up before anything else. API keys are not affected.',
  },
});
