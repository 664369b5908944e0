import type { JsonSchema, StoredConfig } from '@workflow/component-kit';
import type { HttpAnswer, HttpCall } from '@workflow/component-kit/run';
import type { JsonObject } from '@workflow/workflow-model';
import type { ConnectionPools } from './connection-pools.ts';
import type { CredentialDescriptor } from './define-credential.ts';

/** Reaches other servers in a test: at addresses that workflows may reach, and until `signal` aborts. */
export interface Reach {
  /** Aborts when the time of the test is up. */
  readonly signal: AbortSignal;
  /** Sends a request and follows redirects. @throws StepFailure */
  send(call: HttpCall): Promise<HttpAnswer>;
  /**
   * Returns an address of a host that workflows may reach. Connect to it instead of the name, because another look-up
   * may return other addresses.
   * @throws StepFailure ADDRESS_REFUSED
   */
  addressOf(host: string): Promise<string>;
}

/** The access token of a credential whose descriptor has `oauth`. */
export interface TokenAccess {
  /** Empty in a test. */
  readonly token: string;
  /** Returns another token because this one was refused, or null if none can be obtained. @throws StepFailure */
  renew(): Promise<string | null>;
}

/** Reaches other servers from run code. */
export interface CredentialReach {
  /** Returns an address of a host that workflows may reach, as in a test. @throws StepFailure ADDRESS_REFUSED */
  addressOf(host: string): Promise<string>;
  /** Pools of connections that are shared by steps. */
  readonly pools: ConnectionPools;
  /** Identifies the credential's pool; the version changes with its fields. */
  readonly poolKey: { readonly key: string; readonly version: string };
}

/** The result of a test. `message` is a sentence that describes the failure, or states that nothing was tried. */
export type TestOutcome = { ok: true; message?: string } | { ok: false; message: string };

/** The code of a credential type, for services that may use its secrets. */
export interface CredentialCode<Fields> {
  /** Returns the object that run code gets instead of the fields. */
  open?(fields: Fields, access: TokenAccess, reach: CredentialReach): object;
  /** Signs in and changes nothing. If it rejects, the test failed and the error's message is shown. */
  test(fields: Fields, reach: Reach, access: TokenAccess): Promise<TestOutcome>;
}

/** A runner without the type of its fields, for lists of all types. */
export interface CredentialRunner {
  open(fields: JsonObject, access: TokenAccess, reach: CredentialReach): object;
  test(fields: JsonObject, reach: Reach, access: TokenAccess): Promise<TestOutcome>;
}

/** For a credential type without tokens. */
export const NO_ACCESS: TokenAccess = {
  token: '',
  renew: () => Promise.reject(new Error('the type of credential has no tokens')),
};

/** Defines the code of the described type. Its fields have the types of the schema. */
export function defineCredentialRunner<Schema extends JsonSchema>(
  _descriptor: CredentialDescriptor<Schema>,
  code: CredentialCode<StoredConfig<Schema>>,
): CredentialRunner {
  const { open = (fields: object) => fields, test } = code as CredentialCode<JsonObject>;
  return { open, test };
}
