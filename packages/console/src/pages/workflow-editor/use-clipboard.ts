import { useEffect } from 'react';
import { useCanvasActions } from '../../editor/canvas/use-canvas-actions.ts';
import { copiedText, copyComponents } from '../../editor/draft/copy-components.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { isTyping } from '../../ui/is-typing.ts';

/**
 * Copy and paste on the canvas go through the system's clipboard, which also works between workflows. What is pasted
 * lies where the pointer is.
 */
export function useClipboard(): void {
  const { store } = useEditor();
  const actions = useCanvasActions();
  useEffect(() => {
    let pointer: { x: number; y: number } | null = null;
    function onPointer({ target, clientX, clientY }: PointerEvent): void {
      const isOnCanvas = target instanceof Element && target.closest('.react-flow') !== null;
      pointer = isOnCanvas ? { x: clientX, y: clientY } : null;
    }
    function onCopy(event: ClipboardEvent): void {
      const ids = actions.selectedIds();
      if (isTyping(event) || ids.size === 0 || !document.getSelection()?.isCollapsed) return;
      event.clipboardData?.setData('text/plain', copiedText(copyComponents(store.getState().draft, ids)));
      event.preventDefault();
    }
    function onPaste(event: ClipboardEvent): void {
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (text === '' || isTyping(event) || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      actions.paste(text, pointer);
    }
    document.addEventListener('pointermove', onPointer);
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('pointermove', onPointer);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [store, actions]);
}
