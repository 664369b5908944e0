import type { JsonSchema, StoredConfig } from '@workflow/component-kit';
import type { HttpAnswer, HttpCall } from '@workflow/component-kit/run';
import type { JsonObject } from '@workflow/workflow-model';
import type { ConnectionPools } from './connection-pools.ts';
import type { CredentialDescriptor } from './define-credential.ts';

/** How a test reaches other servers: at addresses that workflows may reach, and no longer than `signal` allows. */
export interface Reach {
  /** Fires when the time of the test is up. */
  readonly signal: AbortSignal;
  /** Follows redirects. @throws StepFailure */
  send(call: HttpCall): Promise<HttpAnswer>;
  /**
   * An address of a host that workflows may reach, to connect to instead of the name: another look-up may find others.
   * @throws StepFailure ADDRESS_REFUSED
   */
  addressOf(host: string): Promise<string>;
}

/** The access token of a credential whose descriptor has `oauth`. */
export interface TokenAccess {
  /** Empty in a test. */
  readonly token: string;
  /** Another one, because this one was refused; null: there is no way to one. @throws StepFailure */
  renew(): Promise<string | null>;
}

/** How what run code gets reaches other servers. */
export interface CredentialReach {
  /** As in a test. @throws StepFailure ADDRESS_REFUSED */
  addressOf(host: string): Promise<string>;
  /** Connections that are kept between steps. */
  readonly pools: ConnectionPools;
  /** Which of them are the credential's; the version changes with its fields. */
  readonly poolKey: { readonly key: string; readonly version: string };
}

/** What a test found. `message` says in a sentence what went wrong, or that nothing was tried. */
export type TestOutcome = { ok: true; message?: string } | { ok: false; message: string };

/** The code of a type of credential, for services that may use its secrets. */
export interface CredentialCode<Fields> {
  /** What run code gets instead of the fields. */
  open?(fields: Fields, access: TokenAccess, reach: CredentialReach): object;
  /** Signs in and changes nothing. A rejection is a failed test: its message is shown. */
  test(fields: Fields, reach: Reach, access: TokenAccess): Promise<TestOutcome>;
}

/** The same with the type of the fields forgotten, as a list keeps it. */
export interface CredentialRunner {
  open(fields: JsonObject, access: TokenAccess, reach: CredentialReach): object;
  test(fields: JsonObject, reach: Reach, access: TokenAccess): Promise<TestOutcome>;
}

/** Of a type without tokens. */
export const NO_ACCESS: TokenAccess = {
  token: '',
  renew: () => Promise.reject(new Error('the type of credential has no tokens')),
};

/** Code for the described type: its fields have the types that the schema says. */
export function defineCredentialRunner<Schema extends JsonSchema>(
  _descriptor: CredentialDescriptor<Schema>,
  code: CredentialCode<StoredConfig<Schema>>,
): CredentialRunner {
  const { open = (fields: object) => fields, test } = code as CredentialCode<JsonObject>;
  return { open, test };
}
