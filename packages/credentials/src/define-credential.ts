import type { JsonSchema } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';

/**
 * How a type of credential describes itself. Of the annotations in its schema, `writeOnly` marks a secret field, which
 * is sealed and never answered, `x-destination` a field that says where the secrets go, and `x-multiline` a long text.
 * A URL with `x-encrypted` must be https, but for this machine's own, where workflows may reach it. `x-labels` has
 * words for the values of an `enum`, and a field with `x-show` is shown while others have these values.
 */
interface CredentialDefinition {
  readonly type: string;
  readonly title: string;
  /** What it signs in to, in a sentence. */
  readonly description: string;
  /** Of the fields beside name and type: an object whose titles, descriptions and defaults make the form. */
  readonly schema: JsonSchema;
  /** Fields that are required because of others. */
  requires?(fields: JsonObject): readonly string[];
  /** Of a type whose secrets are exchanged for tokens (RFC 6749): where, and as whom. Its secret is `clientSecret`. */
  oauth?(fields: JsonObject): OAuthSettings;
}

export interface OAuthSettings {
  /** Whether somebody signs in and consents; otherwise the client signs in by itself. */
  readonly signsInByBrowser: boolean;
  readonly tokenUrl: string;
  readonly authorizationUrl: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** How the client proves who it is. */
  readonly clientAuthentication: 'auto' | 'basic' | 'body';
}

/** Describes a type of credential: all that other code knows of it. */
export interface CredentialDescriptor<Schema extends JsonSchema = JsonSchema> extends CredentialDefinition {
  readonly schema: Schema;
  /** Fields that are stored sealed. */
  readonly secretFields: readonly string[];
  /** Who changes one of these must send the secrets again. */
  readonly destinationFields: readonly string[];
  /** URLs whose connections must be encrypted. */
  readonly encryptedFields: readonly string[];
}

type SchemaIn<Definition> = Definition extends { readonly schema: infer Schema } ? Schema : never;

/**
 * @example
 * export const descriptor = defineCredential({
 *   type: 'http-bearer',
 *   title: 'HTTP: bearer token',
 *   description: 'Sends a token in the header Authorization.',
 *   schema: {
 *     type: 'object',
 *     additionalProperties: false,
 *     required: ['token'],
 *     properties: { token: { type: 'string', title: 'Token', writeOnly: true } },
 *   },
 * });
 */
export function defineCredential<const Definition extends CredentialDefinition>(definition: Definition) {
  const given: CredentialDefinition = definition;
  const properties = Object.entries((given.schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const marked = (annotation: string) =>
    properties.filter(([, property]) => property[annotation] === true).map(([key]) => key);
  const descriptor: CredentialDescriptor = {
    ...given,
    secretFields: marked('writeOnly'),
    destinationFields: marked('x-destination'),
    encryptedFields: marked('x-encrypted'),
  };
  return descriptor as CredentialDescriptor<SchemaIn<Definition>>;
}
