import { selectAll, selectOne } from 'css-select';
import { DomUtils, parseDocument } from 'htmlparser2';
import { setOwn, StepFailure, type Json, type JsonObject } from '@workflow/workflow-model';
import type { Format, Selection } from './format.ts';
import { TextRoom } from './text-room.ts';

type Document = ReturnType<typeof parseDocument>;
type Node = Document['children'][number];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Reads texts or attributes of the first match or of all matches of a selector. */
export const html: Format = {
  read(text, { select = [], maxBytes }) {
    const document = parseDocument(text);
    const found: JsonObject = {};
    // Elements within each other have the same text several times.
    const room = new TextRoom(maxBytes);
    for (const selection of select) setOwn(found, selection.key, selected(document, selection, room));
    return found;
  },
};

function selected(document: Document, { key, selector, attribute, all }: Selection, room: TextRoom): Json {
  const read = (element: Element): string | null => {
    const text = attribute === undefined ? textOf(element) : (element.attribs[attribute.toLowerCase()] ?? null);
    room.take(text?.length ?? 0);
    return text;
  };
  try {
    if (all) return selectAll<Node, Element>(selector, document).map(read);
    const first = selectOne<Node, Element>(selector, document);
    return first === null ? null : read(first);
  } catch (error) {
    if (error instanceof RangeError || error instanceof StepFailure) throw error;
    throw new StepFailure('CONFIG_INVALID', `The selector of ${key} is invalid: ${(error as Error).message}`);
  }
}

/** Returns roughly the visible text: without scripts and styles, with single spaces. */
function textOf(element: Element): string {
  return DomUtils.innerText(element).replaceAll(/\s+/g, ' ').trim();
}
