import type { Json } from '@workflow/workflow-model';

/** What a convert component says beside its format, with defaults filled in. */
export interface FormatOptions {
  delimiter: string;
  header: boolean;
  columns?: readonly string[];
  select?: readonly Selection[];
  fromFormat: string;
  toFormat: string;
  zone: string;
}

/** One field that is read from HTML. */
export interface Selection {
  key: string;
  selector: string;
  attribute?: string;
  all: boolean;
}

/** A format in which data is read and written; a direction that it does not have is left out. */
export interface Format {
  /** @throws StepFailure DATA_INVALID that says where and why */
  read?: (text: string, options: FormatOptions) => Json;
  /** @throws StepFailure DATA_INVALID for a value that the format cannot hold */
  write?: (value: Json, options: FormatOptions) => Json;
}
