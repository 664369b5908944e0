import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@workflow/component-kit';
import { CREDENTIAL_TYPES, type CredentialDescriptor } from '@workflow/credentials/descriptors';
import type { CheckedChange, StoredCredential } from '@workflow/session-store';
import { compilePointedSchema } from '@workflow/validation';
import { wrong, type FieldProblem, type JsonObject } from '@workflow/workflow-model';
import { invalidFields } from '../errors/api-error.ts';

/** A body with the fields that all types share. */
type CredentialBody = JsonObject & { name: string; type: string };

/** The content of a body, with the secrets separate. */
interface CredentialContent {
  name: string;
  fields: JsonObject;
  secrets: Record<string, string>;
}

/** The rules for URLs to which secrets may be sent. */
interface AddressRules {
  isProtected(url: string): boolean;
}

type Check = ReturnType<typeof compilePointedSchema>;

interface CheckedType {
  descriptor: CredentialDescriptor;
  whole: Check;
  /** Checks the fields without the secrets that stay unchanged. */
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
 * Returns the content of a change, checked against the stored credential. The type stays the same, and secrets that are
 * left out may only be sent to the same servers as before. Otherwise a person who may change a credential could read
 * its secrets by sending them to another server.
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

/** Returns true if a field applies with these values of the others. */
function isShown(schema: JsonSchema, field: string, fields: JsonObject): boolean {
  const { 'x-show': show = {} } = (schema['properties'] as Record<string, { 'x-show'?: JsonObject }>)[field] ?? {};
  return Object.entries(show).every(([otherField, value]) => fields[otherField] === value);
}

function breaks(field: string, rule: string): FieldProblem {
  return { path: `/${field}`, ...wrong('FIELD_RULE', { field, rule }) };
}

function split(body: CredentialBody, rules: AddressRules, checkFor: (type: CheckedType) => Check): CredentialContent {
  const { name, type, ...sentFields } = body;
  const checkedType = typeOf({ type });
  const check = checkFor(checkedType);
  const { secretFields, requires } = checkedType.descriptor;
  // Secrets that a change leaves out stay unchanged.
  const unchanged = check === checkedType.change ? secretFields : [];
  const missing = (requires?.(sentFields) ?? []).filter(
    (field) => sentFields[field] === undefined && !unchanged.includes(field),
  );
  const problems = [
    ...check(sentFields).map(({ pointer, ...problem }) => ({ path: pointer, ...problem })),
    ...missing.map((field) => ({ path: `/${field}`, ...wrong('REQUIRED', { field }) })),
  ];
  if (problems.length > 0) throw invalidFields(problems);
  const open = openUrls(checkedType.descriptor, sentFields, rules);
  if (open.length > 0) throw invalidFields(open);
  const isSecret = ([field]: [string, unknown]): boolean => secretFields.includes(field);
  const entries = Object.entries(sentFields);
  return {
    name,
    fields: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    // Their schemas declare them as texts.
    secrets: Object.fromEntries(entries.filter(isSecret)) as Record<string, string>,
  };
}

/** Returns URLs whose connections are not encrypted. */
function openUrls({ encryptedFields }: CredentialDescriptor, fields: JsonObject, rules: AddressRules): FieldProblem[] {
  return encryptedFields
    .filter((field) => fields[field] !== undefined && !rules.isProtected(String(fields[field])))
    .map((field) => breaks(field, UNPROTECTED));
}

const UNPROTECTED = 'must begin with https, unless it is of this machine and workflows may reach that';

/** Returns the type, which the schema of the body has checked. */
function typeOf({ type }: { type: string }): CheckedType {
  const checkedType = TYPES.get(type);
  if (checkedType === undefined)
    throw invalidFields([breaks('type', `must be one of ${[...TYPES.keys()].join(', ')}`)]);
  return checkedType;
}
