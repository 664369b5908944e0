import type { JsonObject } from '@workflow/component-kit/data-job';

/** The input of `data-job.ts` from `run.ts`. */
export interface MailToParse extends JsonObject {
  /** The bytes as characters of Latin-1. */
  source: string;
  /** The length at which texts are cut. */
  maxTextLength: number;
  maxFiles: number;
}

/** A mail as in its item, without attachments. Missing texts are empty. */
export interface ParsedMail extends JsonObject {
  /** The sender as `Name <address>`, or only the address. */
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The date in ISO 8601, or an empty text if there is no readable date. */
  date: string;
  attachments: { name: string; contentType: string }[];
  /** The parts of the mail that were left out. */
  problems: string[];
}

/** The result of the data job: the mail, then the bytes of its attachments in parts, in order. */
export type ParsedPart = { mail: ParsedMail } | { file: number; base64: string };
