import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@workflow/component-kit';
import { CREDENTIAL_TYPES, type CredentialDescriptor } from '@workflow/credentials/descriptors';
import type { CheckedChange, StoredCredential } from '@workflow/session-store';
import { compilePointedSchema } from '@workflow/validation';
import { wrong, type FieldProblem, type JsonObject } from '@workflow/workflow-model';
import { invalidFields } from '../errors/api-error.ts';

/** A body with the form that all types share. */
export type CredentialBody = JsonObject & { name: string; type: string };

/** The stored part of a body, with the secrets separate. */
interface CredentialContent {
  name: string;
  fields: JsonObject;
  secrets: Record<string, string>;
}

/** The rules for URLs that secrets may be sent to. */
interface AddressRules {
  isProtected(url: string): boolean;
}

type Check = ReturnType<typeof compilePointedSchema>;

interface CheckedType {
  descriptor: CredentialDescriptor;
  whole: Check;
  /** Checks the fields without the secrets that remain unchanged. */
  change: Check;
}

const checkOf = (schema: JsonSchema): Check => compilePointedSchema(schema, 'the body');

const TYPES: ReadonlyMap<string, CheckedType> = new Map(
  CREDENTIAL_TYPES.map((descriptor) => {
    const { schema, secretFields } = descriptor;
    const required = (schema['required'] as string[]).filter((field) => !secretFields.includes(field));
    const change: JsonSchema = { ...schema, required };
    return [descriptor.type, { descriptor, whole: checkOf(schema), change: checkOf(change) }];
  }),
);

/** Returns the content of a new credential. @throws ApiError INVALID_REQUEST that names each invalid field */
export function readNewCredential(body: CredentialBody, rules: AddressRules): CredentialContent {
  return split(body, rules, ({ whole }) => whole);
}

/**
 * Returns the content of a change, and checks it against the stored credential. The type remains, and secrets that are
 * left out may only be sent to the same servers as before. Otherwise a person who may change a credential could read
 * its secrets, by sending them to their own server.
 * @throws ApiError INVALID_REQUEST
 */
export function readCredentialChange(body: CredentialBody, rules: AddressRules) {
  const content = split(body, rules, ({ change }) => change);
  const { destinationFields, secretFields, requires, schema } = typeOf(body).descriptor;
  const required = new Set([...(schema['required'] as string[]), ...(requires?.(content.fields) ?? [])]);
  const check = (stored: StoredCredential): CheckedChange => {
    if (stored.type !== body.type)
      return { problems: [breaks('type', `must be ${stored.type}, as the credential was made`)], keepsSecrets: false };
    const moved = destinationFields.filter((field) => !isDeepStrictEqual(stored.fields[field], content.fields[field]));
    if (moved.length === 0) return { problems: [], keepsSecrets: true };
    const missing = secretFields.filter(
      (field) =>
        content.secrets[field] === undefined &&
        isShown(schema, field, content.fields) &&
        (required.has(field) || stored.secretNames.includes(field)),
    );
    const rule = `is required, because ${moved.join(', ')} changes where it is sent`;
    return { problems: missing.map((field) => breaks(field, rule)), keepsSecrets: false };
  };
  return { ...content, check };
}

/** Returns true if a field has a meaning with these values of the others. */
function isShown(schema: JsonSchema, field: string, fields: JsonObject): boolean {
  const { 'x-show': show = {} } = (schema['properties'] as Record<string, { 'x-show'?: JsonObject }>)[field] ?? {};
  return Object.entries(show).every(([other, value]) => fields[other] === value);
}

function breaks(field: string, rule: string): FieldProblem {
  return { path: `/${field}`, ...wrong('FIELD_RULE', { field, rule }) };
}

function split(body: CredentialBody, rules: AddressRules, checkFor: (type: CheckedType) => Check): CredentialContent {
  const { name, type, ...given } = body;
  const known = typeOf({ type });
  const check = checkFor(known);
  const { secretFields, requires } = known.descriptor;
  // Secrets that a change leaves out remain unchanged.
  const unchanged = check === known.change ? secretFields : [];
  const missing = (requires?.(given) ?? []).filter((field) => given[field] === undefined && !unchanged.includes(field));
  const problems = [
    ...check(given).map(({ pointer, ...rest }) => ({ path: pointer, ...rest })),
    ...missing.map((field) => ({ path: `/${field}`, ...wrong('REQUIRED', { field }) })),
  ];
  if (problems.length > 0) throw invalidFields(problems);
  const open = openUrls(known.descriptor, given, rules);
  if (open.length > 0) throw invalidFields(open);
  const isSecret = ([field]: [string, unknown]): boolean => secretFields.includes(field);
  const entries = Object.entries(given);
  return {
    name,
    fields: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    // Their schemas declare them as texts.
    secrets: Object.fromEntries(entries.filter(isSecret)) as Record<string, string>,
  };
}

/** Returns URLs whose connections are not encrypted. */
function openUrls({ encryptedFields }: CredentialDescriptor, given: JsonObject, rules: AddressRules): FieldProblem[] {
  return encryptedFields
    .filter((field) => given[field] !== undefined && !rules.isProtected(String(given[field])))
    .map((field) => breaks(field, UNPROTECTED));
}

const UNPROTECTED = 'must begin with https, unless it is of this machine and workflows may reach that';

/** The body's own schema knows the same types. */
function typeOf({ type }: { type: string }): CheckedType {
  const known = TYPES.get(type);
  if (known === undefined) throw invalidFields([breaks('type', `must be one of ${[...TYPES.keys()].join(', ')}`)]);
  return known;
}
