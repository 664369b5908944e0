import { useEditor, useSelectedComponent } from '../editor-context.ts';

/** Marks fields of the selected component, by JSON pointer, as left or as just added. */
export function useTouch(): { leave: (pointer: string) => void; add: (pointer: string) => void } {
  const { touched } = useEditor();
  const id = useSelectedComponent()?.id ?? '';
  const mark = (pointer: string, isTouched: boolean) => {
    if (touched.get().get(id + pointer) !== isTouched) touched.set(new Map(touched.get()).set(id + pointer, isTouched));
  };
  return {
    leave: (pointer) => mark(pointer, true),
    add: (pointer) => mark(pointer, false),
  };
}
