import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@workflow/component-kit';
import { CREDENTIAL_TYPES, type CredentialDescriptor } from '@workflow/credentials/descriptors';
import type { StoredCredential } from '@workflow/session-store';
import { compilePointedSchema } from '@workflow/validation';
import { wrong, type FieldProblem, type JsonObject } from '@workflow/workflow-model';
import { invalidFields } from '../errors/api-error.ts';
import { checkStorable } from '../http/check-storable.ts';

/** A body that has the shape which all types share. */
export type CredentialBody = JsonObject & { name: string; type: string };

/** What is stored of a body, the secrets apart. */
interface CredentialContent {
  name: string;
  fields: JsonObject;
  secrets: Record<string, string>;
}

/** Which URLs secrets may be sent to. */
interface AddressRules {
  isProtected(url: string): boolean;
}

type Check = ReturnType<typeof compilePointedSchema>;

interface CheckedType {
  descriptor: CredentialDescriptor;
  whole: Check;
  /** Without secrets that stay as they are. */
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

/** The content of a new credential. @throws ApiError INVALID_REQUEST that names each field that is wrong */
export function readNewCredential(body: CredentialBody, rules: AddressRules): CredentialContent {
  return split(body, rules, ({ whole }) => whole);
}

/**
 * The content of a change, and its check against what is stored: the type stays, and secrets that are left out go
 * nowhere else than before. Otherwise who may change a credential could read its secrets, by sending them to a server
 * of their own.
 * @throws ApiError INVALID_REQUEST
 */
export function readCredentialChange(body: CredentialBody, rules: AddressRules) {
  const content = split(body, rules, ({ change }) => change);
  const { destinationFields, secretFields } = typeOf(body).descriptor;
  const check = (stored: StoredCredential): FieldProblem[] => {
    if (stored.type !== body.type) return [breaks('type', `must be ${stored.type}, as the credential was made`)];
    const moved = destinationFields.filter((field) => !isDeepStrictEqual(stored.fields[field], content.fields[field]));
    const missing = secretFields.filter((field) => content.secrets[field] === undefined);
    return moved.length === 0
      ? []
      : missing.map((field) => breaks(field, `is required, because ${moved.join(', ')} changes where it is sent`));
  };
  return { ...content, check };
}

function breaks(field: string, rule: string): FieldProblem {
  return { path: `/${field}`, ...wrong('FIELD_RULE', { field, rule }) };
}

function split(body: CredentialBody, rules: AddressRules, checkFor: (type: CheckedType) => Check): CredentialContent {
  checkStorable(body);
  const { name, type, ...given } = body;
  const known = typeOf({ type });
  const check = checkFor(known);
  const { secretFields, requires } = known.descriptor;
  // Secrets that a change leaves out stay as they are.
  const kept = check === known.change ? secretFields : [];
  const missing = (requires?.(given) ?? []).filter((field) => given[field] === undefined && !kept.includes(field));
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
    // Their schemas say that they are texts.
    secrets: Object.fromEntries(entries.filter(isSecret)) as Record<string, string>,
  };
}

/** URLs whose connections are not encrypted. */
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
