import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@workflow/component-kit';
import { CREDENTIAL_TYPES, type CredentialDescriptor } from '@workflow/credentials/descriptors';
import type { StoredCredential } from '@workflow/session-store';
import { compileSchema } from '@workflow/validation';
import type { JsonObject } from '@workflow/workflow-model';
import { invalidRequest } from '../errors/api-error.ts';
import { checkStorable } from '../http/check-storable.ts';

/** A body that has the shape which all types share. */
export type CredentialBody = JsonObject & { name: string; type: string };

/** What is stored of a body, the secrets apart. */
interface CredentialContent {
  name: string;
  fields: JsonObject;
  secrets: Record<string, string>;
}

type Check = (fields: unknown) => { ok: true } | { ok: false; problems: string[] };

interface CheckedType {
  descriptor: CredentialDescriptor;
  whole: Check;
  /** Without secrets that stay as they are. */
  change: Check;
}

const TYPES: ReadonlyMap<string, CheckedType> = new Map(
  CREDENTIAL_TYPES.map((descriptor) => {
    const { schema, secretFields } = descriptor;
    const required = (schema['required'] as string[]).filter((field) => !secretFields.includes(field));
    const change: JsonSchema = { ...schema, required };
    return [descriptor.type, { descriptor, whole: compileSchema(schema), change: compileSchema(change) }];
  }),
);

/** The content of a new credential. @throws ApiError INVALID_REQUEST that names each field that is wrong */
export function readNewCredential(body: CredentialBody): CredentialContent {
  return split(body, ({ whole }) => whole);
}

/**
 * The content of a change, and its check against what is stored: the type stays, and secrets that are left out go
 * nowhere else than before. Otherwise who may change a credential could read its secrets, by sending them to a server
 * of their own.
 * @throws ApiError INVALID_REQUEST
 */
export function readCredentialChange(body: CredentialBody) {
  const content = split(body, ({ change }) => change);
  const { destinationFields, secretFields } = typeOf(body).descriptor;
  const check = (stored: StoredCredential): string[] => {
    if (stored.type !== body.type) return [`type must be ${stored.type}, as the credential was made`];
    const moved = destinationFields.filter((field) => !isDeepStrictEqual(stored.fields[field], content.fields[field]));
    const missing = secretFields.filter((field) => content.secrets[field] === undefined);
    return moved.length === 0
      ? []
      : missing.map((field) => `${field} is required, because ${moved.join(', ')} changes where it is sent`);
  };
  return { ...content, check };
}

function split(body: CredentialBody, checkOf: (type: CheckedType) => Check): CredentialContent {
  checkStorable(body);
  const { name, type, ...given } = body;
  const known = typeOf({ type });
  const checked = checkOf(known)(given);
  if (!checked.ok) throw invalidRequest(checked.problems);
  const { secretFields } = known.descriptor;
  const isSecret = ([field]: [string, unknown]): boolean => secretFields.includes(field);
  const entries = Object.entries(given);
  return {
    name,
    fields: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    // Their schemas say that they are texts.
    secrets: Object.fromEntries(entries.filter(isSecret)) as Record<string, string>,
  };
}

/** The body's own schema knows the same types. */
function typeOf({ type }: { type: string }): CheckedType {
  const known = TYPES.get(type);
  if (known === undefined) throw invalidRequest([`type must be one of ${[...TYPES.keys()].join(', ')}`]);
  return known;
}
