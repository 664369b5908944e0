import { StepFailure, type Json, type MailAddress } from '@workflow/component-kit/run';

/** No part of it means anything in a header or a command (RFC 5321 §4.1.2, without quoted local parts). */
const ADDRESS = String.raw`[^\s\p{Cc}<>(),;:"\\@[\]]+@[^\s\p{Cc}<>(),;:"\\@[\]]+`;
const PLAIN = new RegExp(`^<?(${ADDRESS})>?$`, 'u');
const NAMED = new RegExp(`^([^<>"\\p{Cc}]*?)\\s*<(${ADDRESS})>$`, 'u');
const QUOTED = new RegExp(String.raw`^"((?:[^"\\\p{Cc}]|\\[^\p{Cc}])*)"\s*<(${ADDRESS})>$`, 'u');
/** RFC 5321 §4.5.3.1.3. */
const MAX_ADDRESS_LENGTH = 254;
const MAX_NAME_LENGTH = 500;

/** Reads exactly one mailbox, `a@example.com` or `Ada <a@example.com>`. @throws StepFailure CONFIG_INVALID */
export function readAddress(value: Json, field: string): MailAddress {
  const text = typeof value === 'string' ? value.trim() : '';
  const quoted = QUOTED.exec(text);
  const [name, address] =
    quoted === null
      ? (NAMED.exec(text)?.slice(1) ?? ['', PLAIN.exec(text)?.[1]])
      : [quoted[1]?.replaceAll(/\\(.)/gu, '$1'), quoted[2]];
  if (address === undefined || address.length > MAX_ADDRESS_LENGTH || (name ?? '').length > MAX_NAME_LENGTH)
    throw new StepFailure(
      'CONFIG_INVALID',
      `${field} must be one address, such as a@example.com or Ada <a@example.com>`,
    );
  return { name: name ?? '', address };
}

/** All of a list; texts without anything in them are left out. @throws StepFailure CONFIG_INVALID */
export function readAddresses(values: readonly Json[], field: string): MailAddress[] {
  return values
    .filter((value) => typeof value !== 'string' || value.trim() !== '')
    .map((value, index) => readAddress(value, `${field}[${index}]`));
}
