import { useEffect, useRef } from 'react';
import { useDraft, useEditor, useSelectedComponent } from '../editor-context.ts';
import { isStillUnsaved } from '../draft/unsaved-text.ts';
import { useAbsolutePointer } from './pointer-base.ts';

interface UnsavedTextOfField {
  /** Null when the draft has what the field shows. */
  text: string | null;
  keep: (text: string, reason: string) => void;
  drop: () => void;
}

/** The text of a field that the draft cannot take. It outlives the form, but not the field. */
export function useUnsavedText(pointer: string, label: string): UnsavedTextOfField {
  const { store } = useEditor();
  const component = useSelectedComponent();
  const componentId = component?.id ?? '';
  const path = useAbsolutePointer()(pointer);
  const isOwn = (one: { componentId: string; path: string }) => one.componentId === componentId && one.path === path;
  const text = useDraft(({ unsavedTexts }) => unsavedTexts.find(isOwn)?.text ?? null);
  const drop = () => store.setUnsavedTexts((texts) => texts.filter((one) => !isOwn(one)));
  const last = useRef({ component, drop });
  useEffect(() => {
    last.current = { component, drop };
  });
  useEffect(
    () => () => {
      const shown = last.current;
      const now = store.getState().draft.components.find(({ id }) => id === shown.component?.id);
      // An edit removed the field. When only the form is closed, the component is the same.
      if (now !== shown.component) shown.drop();
    },
    [store],
  );
  return {
    text,
    drop,
    keep: (next, reason) =>
      store.setUnsavedTexts((texts) => [
        ...texts.filter((one) => !isOwn(one)),
        {
          componentId,
          path,
          label,
          text: next,
          reason,
          remainsAfter: (change) => isStillUnsaved({ componentId, path }, change),
        },
      ]),
  };
}
