import type { JsonObject } from '@workflow/component-kit/work';

/** What `run.ts` hands over to `work.ts`. */
export interface MailToParse extends JsonObject {
  /** Bytes as characters of Latin-1. */
  source: string;
  /** Longer texts are cut. */
  maxTextLength: number;
  maxFiles: number;
}

/** A mail as its item has it, but for its attachments. Texts that it lacks are empty. */
export interface ParsedMail extends JsonObject {
  /** `Name <address>`, or the address alone. */
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** ISO 8601; empty: the mail says none, or one that cannot be read. */
  date: string;
  attachments: { name: string; contentType: string }[];
  /** What of the mail was left out, each a part of a sentence. */
  problems: string[];
}

/** The result of the work: the mail, then the bytes of its attachments in parts, in their order. */
export type ParsedPart = { mail: ParsedMail } | { file: number; base64: string };
