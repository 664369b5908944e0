import { createHash } from 'node:crypto';
import { findCredentialType } from '@workflow/credentials/descriptors';
import { findCredentialRunner, type CredentialReach, type TokenAccess } from '@workflow/credentials/runners';
import type { OpenedCredential } from '@workflow/session-store';
import { MIN_FORM_LENGTH, SecretFinder, secretForms, type TextMask } from '@workflow/validation';
import { StepFailure } from '@workflow/workflow-model';
import type { SessionResults } from './result-memory.ts';
import type { SessionClaim } from './session-claim.ts';
import type { Mask } from './storable-json.ts';

/** The secrets and credentials of all organizations, as sessions use them. */
export interface SecretSource {
  /** Returns the value of an organization's secret, or null if none has that name. */
  revealSecret(organizationId: string, name: string): Promise<string | null>;
  /** Opens a credential of an organization for a step. Resolves to null if none has that id. */
  openCredential(organizationId: string, id: string): Promise<OpenedCredential | null>;
  /** Returns the name of a deleted credential, or null if it is unknown. */
  nameDeletedCredential(organizationId: string, id: string): Promise<string | null>;
  /** Returns the token of an opened credential, if its type has one. @throws StepFailure */
  accessCredential(
    place: { organizationId: string; credentialId: string },
    credential: OpenedCredential,
  ): Promise<TokenAccess>;
  credentialReach: Omit<CredentialReach, 'poolKey'>;
}

/** Returns a source that requests tokens only after the session is claimed, as everything that is sent to servers. */
export function askingAfterClaim(source: SecretSource, claim: Pick<SessionClaim, 'ensureWritten'>): SecretSource {
  return {
    ...source,
    accessCredential: async (place, credential) => {
      if (findCredentialType(credential.type)?.oauth?.(credential.fields)) await claim.ensureWritten();
      return source.accessCredential(place, credential);
    },
  };
}

/**
 * The secrets that a session has used since it was claimed. They are masked in everything that is recorded or logged.
 */
export class SessionSecrets {
  readonly #source: SecretSource;
  readonly #organizationId: string;
  readonly #results: Pick<SessionResults, 'count'>;
  readonly #finder = new SecretFinder();
  readonly #values = new Set<string>();
  /** Null if no secret was used. */
  mask: Mask = null;

  /** @param results counts the memory of masked forms of large secrets, together with that of the session's results */
  constructor(source: SecretSource, organizationId: string, results: Pick<SessionResults, 'count'>) {
    this.#source = source;
    this.#organizationId = organizationId;
    this.#results = results;
  }

  /** Returns a mask for a text that arrives in pieces. */
  openText(): TextMask {
    return this.#finder.openText();
  }

  /** Returns the number of texts that are masked. */
  get size(): number {
    return this.#finder.size;
  }

  /**
   * Returns the value of a secret.
   *
   * @throws StepFailure SECRET_MISSING if the organization has no such secret, RESULTS_TOO_LARGE if there is no memory
   * for masking it
   */
  async reveal(name: string): Promise<string> {
    const value = await this.#source.revealSecret(this.#organizationId, name);
    if (value === null) throw new StepFailure('SECRET_MISSING', `The organization has no secret ${name}`);
    this.#remember(value);
    return value;
  }

  /**
   * Returns a credential of one of these types in the form for run code.
   * @throws StepFailure CREDENTIAL_MISSING if the organization has none with that id, or it has another type; errors of
   * `accessCredential`; RESULTS_TOO_LARGE as `reveal`
   */
  async openCredential(id: string, types: readonly string[]): Promise<object> {
    const credential = await this.#source.openCredential(this.#organizationId, id);
    if (credential === null) {
      const name = await this.#source.nameDeletedCredential(this.#organizationId, id);
      throw new StepFailure('CREDENTIAL_MISSING', `The credential ${name ?? id} was deleted`);
    }
    const { name, type, fields, secrets } = credential;
    const runner = findCredentialRunner(type);
    if (runner === undefined || !types.includes(type)) {
      const needed = `this field needs ${types.join(', ')}`;
      throw new StepFailure('CREDENTIAL_MISSING', `The credential ${name} has the type ${type}, but ${needed}`);
    }
    for (const secret of Object.values(secrets)) this.#remember(secret);
    const place = { organizationId: this.#organizationId, credentialId: id };
    const { token, renew } = await this.#source.accessCredential(place, credential);
    this.#remember(token);
    const access: TokenAccess = {
      token,
      renew: async () => {
        const renewed = await renew();
        if (renewed !== null) this.#remember(renewed);
        return renewed;
      },
    };
    const version = createHash('sha256').update(JSON.stringify(fields)).digest('base64');
    const poolKey = { key: `${this.#organizationId}:${id}`, version };
    return runner.open(fields, access, { ...this.#source.credentialReach, poolKey });
  }

  #remember(value: string): void {
    // Masking shorter values would also mask ordinary words.
    if (value.length < MIN_FORM_LENGTH || this.#values.has(value)) return;
    const forms = secretForms(value);
    const bytes = forms.reduce((sum, form) => sum + form.length + BYTES_OF_FORM, 0);
    const full = this.#results.count(`secret ${this.#values.size}`, bytes);
    if (full !== null) throw new StepFailure('RESULTS_TOO_LARGE', full);
    this.#values.add(value);
    for (const form of forms) this.#finder.add(form);
    this.mask = (text) => this.#finder.mask(text);
  }
}

/** Approximate bytes that V8 needs for a text and its entries in the tables, in addition to its characters. */
const BYTES_OF_FORM = 100;
