import { StepFailure } from '@workflow/workflow-model';
import type { SessionResults } from './result-memory.ts';
import { MIN_FORM_LENGTH, SecretFinder } from './secret-finder.ts';
import type { Mask } from './storable-json.ts';

/** Finds the value of an organization's secret; null when there is none of that name. */
export type RevealSecret = (organizationId: string, name: string) => Promise<string | null>;

/** The secrets that a session has used since it was claimed, so that none of them is recorded or logged. */
export class SessionSecrets {
  readonly #reveal: RevealSecret;
  readonly #organizationId: string;
  readonly #results: SessionResults;
  readonly #finder = new SecretFinder();
  readonly #values = new Set<string>();
  /** null while no secret was used. */
  mask: Mask = null;

  /** @param results counts the memory that the forms of large secrets take, with that of the session's results */
  constructor(reveal: RevealSecret, organizationId: string, results: SessionResults) {
    this.#reveal = reveal;
    this.#organizationId = organizationId;
    this.#results = results;
  }

  /**
   * @throws StepFailure SECRET_MISSING when the organization has no such secret, RESULTS_TOO_LARGE when there is no
   * room for what it takes to recognize this one
   */
  async reveal(name: string): Promise<string> {
    const value = await this.#reveal(this.#organizationId, name);
    if (value === null) throw new StepFailure('SECRET_MISSING', `the organization has no secret ${name}`);
    // Masking shorter ones would also mask ordinary words.
    if (value.length >= MIN_FORM_LENGTH && !this.#values.has(value)) this.#remember(value);
    return value;
  }

  #remember(value: string): void {
    const forms = [value, ...secretsWithin(value)].flatMap(formsOf);
    const bytes = forms.reduce((sum, form) => sum + form.length + BYTES_OF_FORM, 0);
    const full = this.#results.count(`secret ${this.#values.size}`, bytes);
    if (full !== null) throw new StepFailure('RESULTS_TOO_LARGE', full);
    this.#values.add(value);
    for (const form of forms) this.#finder.add(form);
    this.mask = (text) => this.#finder.mask(text);
  }
}

/** About what V8 takes for a text and its places in the tables, beside its characters. */
const BYTES_OF_FORM = 100;

/** The forms in which a text may appear: as it is, within a URL or a form, within a JSON text, in Base64 and in hex. */
function formsOf(value: string): string[] {
  const text = value.toWellFormed();
  const inForm = new URLSearchParams([['', text]]).toString().slice(1);
  return [
    value,
    encodeURIComponent(text),
    encodeURI(text),
    inForm,
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('hex'),
    ...base64FormsOf(value),
  ];
}

/** A shorter piece of Base64 may occur in any text by chance. */
const MIN_BASE64_LENGTH = 8;

/**
 * In Base64 the form of a text depends on the number of bytes before it, such as `user:` in Basic authentication. There
 * are three forms, each without the characters at its edges that also encode neighbouring bytes.
 */
function base64FormsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const within = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const isCut = (before + bytes.length) % 3 !== 0;
    return encoded.slice(before === 0 ? 0 : before + 1, isCut ? -1 : undefined);
  });
  const forms = [bytes.toString('base64'), ...within.filter((form) => form.length >= MIN_BASE64_LENGTH)];
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** Names and addresses in a service account's JSON are no secrets; keys are longer. */
const MIN_WITHIN_LENGTH = 16;

/** The texts within a secret that is JSON itself, such as the private key of a service account. */
function secretsWithin(value: string): string[] {
  if (!value.trimStart().startsWith('{')) return [];
  try {
    const found: string[] = [];
    JSON.parse(value, (_key, item: unknown) => {
      if (typeof item === 'string' && item.length >= MIN_WITHIN_LENGTH && !/^https?:/.test(item)) found.push(item);
      return item;
    });
    return found;
  } catch {
    return [];
  }
}
