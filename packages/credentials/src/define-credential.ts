import type { JsonSchema } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';

/**
 * The description of a credential type. Annotations in its schema: `writeOnly` marks a secret field, which is stored
 * sealed and never returned. `x-destination` marks a field that determines where the secrets are sent. `x-multiline`
 * marks a long text. A URL with `x-encrypted` must use https, except for an address of this machine that workflows may
 * reach. `x-labels` names the values of an `enum`. A field with `x-show` is shown only while other fields have the
 * given values.
 */
interface CredentialDefinition {
  readonly type: string;
  readonly title: string;
  /** One sentence that names the server or service that it signs in to. */
  readonly description: string;
  /** The fields in addition to name and type: an object whose titles, descriptions and defaults make the form. */
  readonly schema: JsonSchema;
  /** Returns the fields that are required because of the values of others. */
  requires?(fields: JsonObject): readonly string[];
  /**
   * Returns the OAuth settings of a type whose secrets are exchanged for tokens (RFC 6749). Its secret is
   * `clientSecret`. Returns null for fields that sign in without tokens.
   */
  oauth?(fields: JsonObject): OAuthSettings | null;
}

export type OAuthSettings = ConfiguredServer | ServerToDiscover;

/** An authorization server that the credential names. */
interface ConfiguredServer {
  /** If true, a person signs in and consents; otherwise the client signs in by itself. */
  readonly signsInByBrowser: boolean;
  readonly tokenUrl: string;
  readonly authorizationUrl: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** How the client authenticates. */
  readonly clientAuthentication: 'auto' | 'basic' | 'body';
  readonly resourceUrl?: never;
}

/** An authorization server that is discovered when somebody signs in. */
export interface ServerToDiscover {
  readonly signsInByBrowser: true;
  /** The URL of the server that names its authorization server (RFC 9728). */
  readonly resourceUrl: string;
  /** Null if the client is found or registered. */
  readonly clientId: string | null;
  /** Empty: the scopes that the server asks for. */
  readonly scopes: readonly string[];
}

/** The description of a credential type, which is all that other code knows about it. */
export interface CredentialDescriptor<Schema extends JsonSchema = JsonSchema> extends CredentialDefinition {
  readonly schema: Schema;
  /** Fields that are stored sealed. */
  readonly secretFields: readonly string[];
  /** Fields that determine where the secrets are sent. After a change of one, the secrets must be sent again. */
  readonly destinationFields: readonly string[];
  /** URLs whose connections must be encrypted. */
  readonly encryptedFields: readonly string[];
}

type SchemaIn<Definition> = Definition extends { readonly schema: infer Schema } ? Schema : never;

/**
 * Defines a credential type.
 *
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
