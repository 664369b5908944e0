import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { codeTheme } from './code-theme.ts';
import { type Completable, completionSource } from './jsonata-completions.ts';
import { isInTemplate, templateMarks } from './template-marks.ts';

export type CodeLanguage = 'expression' | 'template' | 'json' | 'javascript';

interface CodeMirrorFieldProps {
  label: string;
  language: CodeLanguage;
  value: string;
  minLines?: number;
  completable?: Completable[];
  onChange: (value: string) => void;
  onFocus?: (insert: (text: string) => void, isInTemplate: () => boolean) => void;
}

/**
 * CodeMirror in a shadow root: there it puts its styles into constructed style sheets, which the content security
 * policy allows, and not into style elements, which it does not.
 */
export function CodeMirrorField({ label, language, value, minLines = 1, completable = [], onChange, onFocus }: CodeMirrorFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ value, onChange, onFocus, completable });
  useLayoutEffect(() => {
    latest.current = { value, onChange, onFocus, completable };
  });

  useLayoutEffect(() => {
    const element = host.current as HTMLDivElement;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const created = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          history(),
          bracketMatching(),
          closeBrackets(),
          indentOnInput(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true' }),
          EditorView.updateListener.of((update) => update.docChanged && latest.current.onChange(update.state.doc.toString())),
          EditorView.domEventHandlers({
            focus: () => {
              latest.current.onFocus?.(insert, () => isInTemplate(created.state));
            },
          }),
          // Tab is left alone, so that the keyboard finds its way out of the editor.
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
          languageOf(language, () => latest.current.completable),
          codeTheme(minLines),
        ],
      }),
    });
    function insert(text: string): void {
      created.dispatch(created.state.replaceSelection(text));
      created.focus();
    }
    view.current = created;
    return () => created.destroy();
    // A new editor for another language or label only; the value goes in below.
  }, [language, label, minLines]);

  useEffect(() => {
    const shown = view.current;
    if (shown && shown.state.doc.toString() !== value) shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={host} />;
}

function languageOf(language: CodeLanguage, completable: () => Completable[]): Extension {
  if (language === 'javascript') return [javascript(), autocompletion()];
  const completion = autocompletion({ override: [completionSource(language, completable)], activateOnTyping: true, icons: false });
  if (language === 'json') return [json(), templateMarks, completion];
  return language === 'template' ? [templateMarks, completion] : completion;
}
