import type { EditorState } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

const matcher = new MatchDecorator({
  regexp: /\{\{(?:(?!\{\{).)*?\}\}/g,
  decoration: Decoration.mark({ class: 'cm-template' }),
});

/** Marks every `{{ expression }}`. */
export const templateMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view);
    }

    update(update: ViewUpdate) {
      this.decorations = matcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Returns true if the cursor is between `{{` and `}}`. */
export function isInTemplate(state: EditorState, position = state.selection.main.head): boolean {
  const before = state.doc.sliceString(0, position);
  return before.lastIndexOf('{{') > before.lastIndexOf('}}');
}
