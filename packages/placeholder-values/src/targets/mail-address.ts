import { StepFailure, type Json } from '@workflow/workflow-model';

/** A mailbox in a header of an e-mail. */
export interface MailAddress {
  /** The display name. It is empty if the mailbox has none. */
  readonly name: string;
  readonly address: string;
}

/**
 * Matches an address without characters that have a meaning in a header or a command (RFC 5321 §4.1.2, without quoted
 * local parts).
 */
const ADDRESS = String.raw`[^\s\p{Cc}<>(),;:"\\@[\]]+@[^\s\p{Cc}<>(),;:"\\@[\]]+`;
const PLAIN = new RegExp(`^<?(${ADDRESS})>?$`, 'u');
const BRACKETED = new RegExp(`^<(${ADDRESS})>$`, 'u');
const NAME = /^[^<>"\p{Cc}]*$/u;
const QUOTED = new RegExp(String.raw`^"((?:[^"\\\p{Cc}]|\\[^\p{Cc}])*)"\s*<(${ADDRESS})>$`, 'u');
/** RFC 5321 §4.5.3.1.3. */
const MAX_ADDRESS_LENGTH = 254;
const MAX_NAME_LENGTH = 500;
/** Each character of a name may be escaped; with the address and the signs around both. */
const MAX_LENGTH = 2 * MAX_NAME_LENGTH + MAX_ADDRESS_LENGTH + 100;

/** Reads exactly one mailbox, `a@example.com` or `Ada <a@example.com>`. @throws StepFailure CONFIG_INVALID */
export function mailAddress(value: Json, field: string): MailAddress {
  const text = typeof value === 'string' && value.length <= MAX_LENGTH ? value.trim() : '';
  const { name, address } = partsOf(text);
  if (address === undefined || address.length > MAX_ADDRESS_LENGTH || name.length > MAX_NAME_LENGTH)
    throw new StepFailure(
      'CONFIG_INVALID',
      `${field} must be one address, such as a@example.com or Ada <a@example.com>`,
    );
  return { name, address };
}

function partsOf(text: string): { name: string; address: string | undefined } {
  const quoted = QUOTED.exec(text);
  if (quoted !== null) return { name: (quoted[1] ?? '').replaceAll(/\\(.)/gu, '$1'), address: quoted[2] };
  const nameEnd = text.indexOf('<');
  const name = nameEnd === -1 ? '' : text.slice(0, nameEnd).trimEnd();
  const address = NAME.test(name) ? BRACKETED.exec(text.slice(nameEnd))?.[1] : undefined;
  return nameEnd !== -1 && address !== undefined ? { name, address } : { name: '', address: PLAIN.exec(text)?.[1] };
}

/** Reads a list of addresses. Empty texts and null are left out. @throws StepFailure CONFIG_INVALID */
export function mailAddresses(values: readonly Json[], field: string): MailAddress[] {
  return values
    .filter((value) => value !== null && (typeof value !== 'string' || value.trim() !== ''))
    .map((value, index) => mailAddress(value, `${field}[${index}]`));
}
