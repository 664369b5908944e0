import type { StreamedBody } from '@workflow/component-kit/run';

/** An encoded request body with its content type. */
export interface EncodedBody {
  contentType: string;
  body: string | StreamedBody;
  /** True if its content type cannot be set by the author. */
  isMultipart?: boolean;
}
