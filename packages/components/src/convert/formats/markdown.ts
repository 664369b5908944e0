import MarkdownIt from 'markdown-it';
import { StepFailure } from '@workflow/workflow-model';
import type { Format } from './format.ts';

/** HTML in the text is shown as text, and links cannot run scripts. */
const markdownIt = new MarkdownIt({ html: false });

export const markdown: Format = {
  write(value) {
    if (typeof value !== 'string') throw new StepFailure('DATA_INVALID', 'Markdown must be text');
    return markdownIt.render(value);
  },
};
