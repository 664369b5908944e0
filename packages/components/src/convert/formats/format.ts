import type { Json } from '@workflow/workflow-model';

/** The config of a convert component without its format, with defaults. */
export interface FormatOptions {
  delimiter: string;
  header: boolean;
  columns?: readonly string[];
  typed: boolean;
  dateFormat: string;
  select?: readonly Selection[];
  fromFormat: string;
  toFormat: string;
  zone: string;
  /** The maximum size of the result in bytes. */
  maxBytes: number;
}

/** One field to read from HTML. */
export interface Selection {
  key: string;
  selector: string;
  attribute?: string;
  all: boolean;
}

/** A format for reading and writing. A direction that it does not support is missing. */
export interface Format {
  /** Reads a text. @throws StepFailure DATA_INVALID with the place and the reason */
  read?: (text: string, options: FormatOptions) => Json;
  /** Writes a value. @throws StepFailure DATA_INVALID for a value that the format does not support */
  write?: (value: Json, options: FormatOptions) => Json;
}
