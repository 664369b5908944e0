import { useHotkeys } from '@mantine/hooks';
import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { copyComponents, pasteComponents, readCopiedPart } from './copy-components.ts';
import { useEditor } from './editor-context.ts';

/** Undo, redo, save, fit; copy and paste through the system's clipboard, so that it works between workflows. */
export function useEditorKeys(): void {
  const { store, autosave } = useEditor();
  const flow = useReactFlow();
  useHotkeys([
    ['mod+Z', () => store.undo()],
    ['mod+shift+Z', () => store.redo()],
    ['mod+Y', () => store.redo()],
    ['mod+S', () => void autosave.flush().catch(() => undefined)],
    ['shift+F', () => void flow.fitView({ padding: 0.2, maxZoom: 1.1 })],
  ]);

  useEffect(() => {
    function onCopy(event: ClipboardEvent): void {
      const ids = new Set(flow.getNodes().filter((node) => node.selected).map((node) => node.id));
      if (isTyping(event) || ids.size === 0 || !document.getSelection()?.isCollapsed) return;
      event.clipboardData?.setData('text/plain', JSON.stringify(copyComponents(store.getState().draft, ids), null, 2));
      event.preventDefault();
    }
    function onPaste(event: ClipboardEvent): void {
      const part = isTyping(event) ? null : readCopiedPart(event.clipboardData?.getData('text/plain') ?? '');
      if (!part) return;
      event.preventDefault();
      const { edit, ids } = pasteComponents(part, () => crypto.randomUUID());
      store.apply(edit);
      const copies = new Set(ids);
      requestAnimationFrame(() => flow.setNodes((nodes) => nodes.map((node) => ({ ...node, selected: copies.has(node.id) }))));
    }
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [store, flow]);
}

function isTyping(event: Event): boolean {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
