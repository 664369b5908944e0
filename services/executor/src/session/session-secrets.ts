import { StepFailure } from './step-failure.ts';
import type { Mask } from './storable-json.ts';

/** Finds the value of an organization's secret; null when there is none of that name. */
export type RevealSecret = (organizationId: string, name: string) => Promise<string | null>;

/** Shorter values are no secrets, and masking them would blacken ordinary words. */
const MIN_MASKED_LENGTH = 4;
const MASKED = '***';

/** The secrets that one attempt at a session has used, so that none of them is recorded or logged. */
export class SessionSecrets {
  readonly #reveal: RevealSecret;
  readonly #organizationId: string;
  readonly #forms = new Set<string>();
  /** null while no secret was used. */
  mask: Mask = null;

  constructor(reveal: RevealSecret, organizationId: string) {
    this.#reveal = reveal;
    this.#organizationId = organizationId;
  }

  /** @throws StepFailure SECRET_MISSING when the organization has no such secret. */
  async reveal(name: string): Promise<string> {
    const value = await this.#reveal(this.#organizationId, name);
    if (value === null) throw new StepFailure('SECRET_MISSING', `the organization has no secret ${name}`);
    if (value.length >= MIN_MASKED_LENGTH) this.#remember(value);
    return value;
  }

  /** A secret shows up as it is, within a URL, or within JSON that is itself text. */
  #remember(value: string): void {
    const sizeBefore = this.#forms.size;
    for (const form of [value, encodeURIComponent(value.toWellFormed()), JSON.stringify(value).slice(1, -1), Buffer.from(value).toString('base64')]) {
      this.#forms.add(form);
    }
    if (this.#forms.size === sizeBefore) return;
    const longestFirst = [...this.#forms].sort((a, b) => b.length - a.length);
    this.mask = (text) => longestFirst.reduce((masked, form) => (masked.includes(form) ? masked.replaceAll(form, MASKED) : masked), text);
  }
}
