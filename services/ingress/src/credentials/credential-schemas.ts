import { CREDENTIAL_TYPES, type CredentialDescriptor } from '@workflow/credentials/descriptors';
import type { JsonSchema } from '@workflow/component-kit';
import { defineSchema } from '../http/define-route.ts';
import { defineObject, errorWithProblems, name, object, time, uuid, wrongProperties } from '../http/schema-parts.ts';

export const credentialPath = '/v1/organization/credentials';
export const credentialSecurity = { kind: 'caller', scope: 'manage', role: 'admin' } as const;

/** The name of the resource in messages. */
export const CREDENTIAL = 'Credential';

const type = { type: 'string', enum: CREDENTIAL_TYPES.map((one) => one.type) } as const;

/** The fields of each type, as a table of Markdown. */
const FIELDS = [
  '| type | fields |',
  '|---|---|',
  ...CREDENTIAL_TYPES.map((one) => `| \`${one.type}\` | ${fieldsInWords(one)} |`),
].join('\n');

function fieldsInWords({ schema, secretFields }: CredentialDescriptor): string {
  const required = schema['required'] as string[];
  return Object.keys(schema['properties'] as object)
    .map((key) => {
      const notes = [
        ...(secretFields.includes(key) ? ['secret'] : []),
        ...(required.includes(key) ? [] : ['optional']),
      ];
      return notes.length === 0 ? `\`${key}\`` : `\`${key}\` (${notes.join(', ')})`;
    })
    .join(', ');
}

export const bodyDescription = `The body has these fields in addition to \`name\` and \`type\`:\n\n${FIELDS}`;

/** The fields of every type. Each type's schema checks its other fields. */
export const credentialBody = defineSchema('CredentialContent', {
  type: 'object',
  required: ['name', 'type'],
  properties: { name, type },
  additionalProperties: {},
});

export const bodyExample = {
  name: 'Invoices',
  type: 'smtp',
  host: 'smtp.example.com',
  port: 587,
  tls: 'starttls',
  user: 'invoices@example.com',
  password: 'the password',
};

const fieldProblemSchema = defineObject('FieldProblem', {
  path: { type: 'string', description: 'JSON pointer within the body.' },
  ...wrongProperties,
});

const summary = {
  id: uuid,
  name: { type: 'string' },
  type,
  status: {
    type: 'string',
    enum: ['ready', 'sign-in-needed'],
    description: '`ready` if components can use it as it is.',
  },
  statusReason: { type: 'string', nullable: true, description: 'The reason why it cannot be used; null if it can.' },
} as const satisfies Record<string, JsonSchema>;

const credentialUses = {
  type: 'array',
  description: 'The first workflows whose last published version refers to it, and the apps that sign in with it.',
  items: {
    type: 'object',
    required: ['name', 'published'],
    properties: {
      workflowId: { ...uuid, description: 'The id, if it is a workflow.' },
      appId: { ...uuid, description: 'The id, if it is an app.' },
      name: { type: 'string' },
      published: { type: 'boolean', description: 'false: the workflow was unpublished since then.' },
    },
  },
} as const;

const details = {
  createdAt: time,
  updatedAt: time,
  lastUsedAt: {
    ...time,
    nullable: true,
    description: 'The last use by a step, to the minute; null if there was none.',
  },
  usedBy: credentialUses,
} as const satisfies Record<string, JsonSchema>;

/** The fields of the type are added to these, without the secret ones. */
export const credentialSchema = defineSchema('Credential', {
  ...object({ ...summary, ...details }),
  additionalProperties: {},
});

/** The credential in a list. Members see only the fields that a form needs to offer it. */
export const listedCredentialSchema = defineSchema('ListedCredential', {
  type: 'object',
  required: Object.keys(summary),
  properties: { ...summary, ...details },
  additionalProperties: {},
});

export const testResultSchema = defineSchema('CredentialTest', {
  type: 'object',
  required: ['ok'],
  properties: {
    ok: { type: 'boolean' },
    message: { type: 'string', description: 'The reason why it failed, or why nothing was tried.' },
  },
});

export const wrongFields = {
  description: 'Fields are wrong; `problems` has them one by one.',
  schema: errorWithProblems(fieldProblemSchema),
};
