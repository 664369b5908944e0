import MarkdownIt from 'markdown-it';
import { StepFailure } from '@workflow/workflow-model';
import type { Format } from './format.ts';
import { TextRoom } from './text-room.ts';

/** A part of a document in the form of the library's parser. */
interface Token {
  attrs: [name: string, value: string][] | null;
  children: Token[] | null;
}

/** HTML in the text is shown as text, and links cannot run scripts. */
const markdownIt = new MarkdownIt({ html: false });

export const markdown: Format = {
  write(value, { maxBytes }) {
    if (typeof value !== 'string') throw new StepFailure('DATA_INVALID', 'Markdown must be text');
    const env = {};
    const tokens = markdownIt.parse(value, env);
    takeAttributes(tokens as Token[], new TextRoom(maxBytes));
    return markdownIt.renderer.render(tokens, markdownIt.options, env);
  },
};

/** Reserves the addresses of links: each use of a reference repeats the address of its definition. */
function takeAttributes(tokens: readonly Token[], room: TextRoom): void {
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) room.take(value.length);
    takeAttributes(children ?? [], room);
  }
}
