import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const LINE_HEIGHT_PX = 20;

/** The theme of code fields. CSS variables of the page also apply inside the shadow root. */
export function codeTheme(minLines: number, maxHeight: string): Extension {
  return [
    EditorView.theme({
      '&': { color: 'var(--ink)', fontSize: '13px', background: 'transparent' },
      '&.cm-focused': { outline: 'none' },
      '.cm-scroller': {
        fontFamily: 'var(--mantine-font-family-monospace)',
        lineHeight: `${LINE_HEIGHT_PX}px`,
        maxHeight,
      },
      '.cm-content': { padding: '6px 2px', minHeight: `${minLines * LINE_HEIGHT_PX}px`, caretColor: 'var(--ink)' },
      '.cm-line': { padding: '0 8px', overflowWrap: 'anywhere' },
      '.cm-cursor': { borderLeftColor: 'var(--ink)' },
      '.cm-template': { background: 'var(--accent-soft)', color: 'var(--accent)', borderRadius: '3px' },
      '.cm-failed-line': { background: 'var(--bad-soft)' },
      '.cm-failed': { borderBottom: '2px solid var(--bad)' },
      '.cm-tooltip': {
        border: '1px solid var(--line-strong)',
        borderRadius: '8px',
        background: 'var(--surface-raised)',
        color: 'var(--ink)',
      },
      // CodeMirror measures the list at this place; moving it into view from there would count as a layout shift.
      '.cm-tooltip[style*="-10000px"]': { visibility: 'hidden' },
      '.cm-tooltip-autocomplete > ul': {
        fontFamily: 'var(--mantine-font-family-monospace)',
        maxHeight: '220px',
        borderRadius: '8px',
      },
      '.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
        background: 'var(--accent-soft)',
        color: 'var(--accent)',
      },
      '.cm-completionDetail': { color: 'var(--ink-soft)', fontStyle: 'normal', marginLeft: '10px' },
      '.cm-completionInfo': { padding: '6px 10px' },
    }),
    syntaxHighlighting(
      HighlightStyle.define([
        { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
        { tag: [tags.number, tags.bool, tags.null], color: 'var(--wait)' },
        { tag: [tags.keyword, tags.operator], color: 'var(--accent)' },
        { tag: tags.propertyName, color: 'var(--busy)' },
        { tag: tags.comment, color: 'var(--ink-soft)' },
      ]),
    ),
  ];
}
