import { StepFailure, type DataJob, type Json } from '@workflow/component-kit/data-job';
import { readEntries } from './read-entries.ts';

/**
 * Parses the entries of an RSS, Atom or JSON feed, in its order. `url` is the URL that `text` was read from.
 * @throws StepFailure CONFIG_INVALID if the text is not a feed
 */
export const dataJob: DataJob = (values) => {
  const { text, url } = values as { text: string; url: string };
  try {
    return readEntries(text, url).map((entry) => ({ ...entry }) satisfies Json);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StepFailure('CONFIG_INVALID', `The URL is not a feed: ${reason}`);
  }
};
