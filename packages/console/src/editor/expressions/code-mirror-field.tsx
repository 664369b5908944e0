import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView, keymap, tooltips } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { DRAGGED_PLACEHOLDER, insertTarget, type InsertTarget } from '../../ui/insert-target.ts';
import { codeTheme } from './code-theme.ts';
import { type Completable, codeCompletionSource, completionSource } from './jsonata-completions.ts';
import { type FailureMark, failureMark, showFailure } from './failure-mark.ts';
import { isInTemplate, templateMarks } from './template-marks.ts';

export type CodeLanguage = 'expression' | 'template' | 'json' | 'javascript' | 'sql';

/** Marks a text that was set from outside: it is nobody's edit, so it is neither reported nor undone. */
const fromOutside = Annotation.define<true>();
const NONE_COMPLETABLE: Completable[] = [];
/** All options are available immediately, so a key that accepts a completion needs no delay against fast typing. */
const COMPLETION = { activateOnTypingDelay: 0, interactionDelay: 0, icons: false };

export interface CodeMirrorFieldProps {
  label: string;
  language: CodeLanguage;
  value: string;
  minLines?: number;
  /** A CSS length; what is longer scrolls. */
  maxHeight?: string;
  /** Where its program failed. */
  failure?: FailureMark | null;
  completable?: Completable[];
  /** It takes the focus of the dialog that it is in. */
  takesFocus?: boolean;
  onChange: (value: string) => void;
  /** The text to insert for a placeholder that is dropped or selected; left out, none can be inserted. */
  textOfPlaceholder?: (path: string, isInTemplate: boolean) => string;
}

/**
 * CodeMirror in a shadow root: there it puts its styles into constructed style sheets, which the content security
 * policy allows, and not into style elements, which it does not.
 */
export function CodeMirrorField({
  label,
  language,
  value,
  minLines = 1,
  maxHeight = '340px',
  failure = null,
  completable = NONE_COMPLETABLE,
  takesFocus = false,
  onChange,
  textOfPlaceholder,
}: CodeMirrorFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ value, onChange, textOfPlaceholder, completable });
  useLayoutEffect(() => {
    latest.current = { value, onChange, textOfPlaceholder, completable };
  });

  useLayoutEffect(() => {
    const element = host.current as HTMLDivElement;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: takesFocus });
    const loaded = new Compartment();
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
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (docChanged && transactions.some((one) => one.docChanged && one.annotation(fromOutside) !== true))
              latest.current.onChange(state.doc.toString());
          }),
          EditorView.domEventHandlers({
            // Browsers accept only text that is dropped into an editor, unless it prevents their default.
            dragover: (event) => {
              if (event.dataTransfer?.types.includes(DRAGGED_PLACEHOLDER)) event.preventDefault();
            },
            drop: (event, editor) => {
              const path = event.dataTransfer?.getData(DRAGGED_PLACEHOLDER) ?? '';
              const { textOfPlaceholder: textOf } = latest.current;
              if (path === '' || textOf === undefined) return false;
              event.preventDefault();
              const at = editor.posAtCoords({ x: event.clientX, y: event.clientY }, false);
              const text = textOf(path, isInTemplate(editor.state, at));
              editor.dispatch({ changes: { from: at, insert: text }, selection: { anchor: at + text.length } });
              editor.focus();
              return true;
            },
            focus: () => {
              insertTarget.set(latest.current.textOfPlaceholder ? own : null);
            },
          }),
          // Tab accepts a completion; otherwise it leaves the editor, as keyboard users need.
          keymap.of([
            { key: 'Tab', run: acceptCompletion },
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...completionKeymap,
          ]),
          tooltips({ position: 'fixed' }),
          loaded.of(languageOf(language, () => latest.current.completable)),
          failureMark,
          codeTheme(minLines, maxHeight),
        ],
      }),
    });
    const own: InsertTarget = {
      insertPlaceholder(path) {
        const text = latest.current.textOfPlaceholder?.(path, isInTemplate(created.state)) ?? '';
        created.dispatch(created.state.replaceSelection(text));
        created.focus();
      },
    };
    view.current = created;
    if (language === 'sql') void loadSql().then((sql) => created.dispatch({ effects: loaded.reconfigure(sql) }));
    return () => {
      if (insertTarget.get() === own) insertTarget.set(null);
      created.destroy();
    };
    // Only another language or label needs a new editor; the effect below sets the value.
  }, [language, label, minLines, maxHeight, takesFocus]);

  useEffect(() => {
    const shown = view.current;
    if (shown && shown.state.doc.toString() !== value)
      shown.dispatch({
        changes: { from: 0, to: shown.state.doc.length, insert: value },
        annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
      });
  }, [value]);

  useEffect(() => {
    if (view.current) showFailure(view.current, failure);
  }, [failure]);

  if (!takesFocus) return <div ref={host} data-code-field />;
  // The dialog's focus trap does not see into the shadow root, and the host gives the focus to what scrolls there.
  return <div ref={host} data-autofocus tabIndex={0} onFocus={() => view.current?.focus()} />;
}

/** Loaded by the few forms that need it. */
async function loadSql(): Promise<Extension> {
  const { PostgreSQL, sql } = await import('@codemirror/lang-sql');
  return [sql({ dialect: PostgreSQL }), autocompletion(COMPLETION)];
}

function languageOf(language: CodeLanguage, completable: () => Completable[]): Extension {
  if (language === 'sql') return [];
  if (language === 'javascript')
    return [
      javascript(),
      javascriptLanguage.data.of({ autocomplete: codeCompletionSource(completable) }),
      autocompletion(COMPLETION),
    ];
  const completion = autocompletion({ override: [completionSource(language, completable)], ...COMPLETION });
  if (language === 'json') return [json(), templateMarks, completion];
  return language === 'template' ? [templateMarks, completion] : completion;
}
