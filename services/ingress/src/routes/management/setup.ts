import { hashPassword } from 'better-auth/crypto';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../auth/auth-config.ts';
import { ApiError } from '../../errors/api-error.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { checkStorable } from './check-storable.ts';
import { name } from './schema-parts.ts';

export const password = { type: 'string', minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH } as const;
const security = { kind: 'public' } as const;

export const readSetup = defineRoute({
  method: 'GET',
  path: '/v1/setup',
  operationId: 'readSetup',
  summary: 'Whether the first admin is still to be made',
  tags: ['Set-up'],
  security,
  responses: {
    200: { description: 'The state.', schema: { type: 'object', required: ['needed'], properties: { needed: { type: 'boolean' } } } },
  },
  async handler(context) {
    return { status: 200, body: { needed: !(await context.store.management.people.anyUser()) }, headers: { 'Cache-Control': 'no-store' } };
  },
});

interface SetupBody {
  organizationName: string;
  name: string;
  email: string;
  password: string;
}

export const setUp = defineRoute<unknown, unknown, SetupBody>({
  method: 'POST',
  path: '/v1/setup',
  operationId: 'setUp',
  summary: 'Make the first admin and organization',
  description: 'Only while there is no user. Sign in afterwards with `POST /api/auth/sign-in/email`.',
  tags: ['Set-up'],
  security,
  body: defineSchema('SetUp', {
    type: 'object',
    additionalProperties: false,
    required: ['organizationName', 'name', 'email', 'password'],
    properties: { organizationName: name, name, email: { type: 'string', format: 'email', maxLength: 320 }, password },
  }),
  responses: {
    201: { description: 'Made.', schema: { type: 'object', required: ['email'], properties: { email: { type: 'string' } } } },
    409: { description: 'There is a user already.' },
  },
  async handler(context, { body }) {
    checkStorable(body);
    const { people } = context.store.management;
    const { organizationName, name: personName, email } = body;
    // Asked before the costly hash, and again under a lock by the store.
    const made = !(await people.anyUser()) && (await people.createFirstAdmin({ organizationName, name: personName, email, passwordHash: await hashPassword(body.password) }));
    if (!made) throw new ApiError('CONFLICT', { values: { reason: 'The service is set up already' } });
    return { status: 201, body: { email: email.toLowerCase() } };
  },
});
