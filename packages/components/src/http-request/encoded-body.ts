import type { StreamedBody } from '@workflow/component-kit/run';

/** The body of a request, and what it is. */
export interface EncodedBody {
  contentType: string;
  body: string | StreamedBody;
  /** Its content type is not the author's to say. */
  isMultipart?: boolean;
}
