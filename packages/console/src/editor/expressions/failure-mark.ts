import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { SourcePosition } from '@workflow/workflow-model';

/** Where a program failed, and why. */
export interface FailureMark {
  at: SourcePosition;
  message: string;
}

const setMark = StateEffect.define<FailureMark | null>();

/** The line, and the character, at which the program failed in its last run; gone with the next edit. */
export const failureMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, state, docChanged }) {
    const effect = effects.find((one) => one.is(setMark));
    if (effect === undefined) return docChanged ? Decoration.none : marks;
    const mark = effect.value as FailureMark | null;
    if (mark === null || mark.at.line > state.doc.lines) return Decoration.none;
    const line = state.doc.line(mark.at.line);
    const from = Math.min(line.from + mark.at.column - 1, Math.max(line.from, line.to - 1));
    const attributes = { title: mark.message };
    return Decoration.set([
      Decoration.line({ class: 'cm-failed-line', attributes }).range(line.from),
      ...(line.length === 0 ? [] : [Decoration.mark({ class: 'cm-failed', attributes }).range(from, from + 1)]),
    ]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks the place in an editor; null for none. */
export function showFailure(view: EditorView, mark: FailureMark | null): void {
  view.dispatch({ effects: setMark.of(mark) });
}
