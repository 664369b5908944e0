import { isJsonObject, positionIn, type Json } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { JsonTree } from '../../ui/json-tree.tsx';
import { javaScriptOf } from '../../ui/field-path.ts';
import { usePicked } from '../../ui/value-store.ts';
import { useEditor, useSelectedComponent } from '../editor-context.ts';
import type { FieldLabels } from '../fields/field-props.ts';
import { usePlaceholders } from './placeholder-list.tsx';
import { CodeInput } from './code-input.tsx';
import type { FailureMark } from './failure-mark.ts';
import { useCompletable } from './use-completable.ts';

interface CodeFieldProps extends FieldLabels {
  value: string;
  onChange: (value: string) => void;
}

/** A JavaScript program, with completion over the placeholders that are available to the selected component. */
export function CodeField(props: CodeFieldProps) {
  const component = useSelectedComponent();
  const fields = usePlaceholders(component?.id ?? '');
  const failure = useFailure(component?.id ?? '', props.value);
  const completable = useCompletable(fields);
  const output = useLastOutput(component?.id ?? '');
  return (
    <CodeInput
      {...props}
      failure={failure}
      {...(failure === null || props.error !== undefined ? {} : { error: `Last run: ${failure.message}` })}
      language="javascript"
      minLines={8}
      completable={completable}
      textOfPlaceholder={javaScriptOf}
      below={output !== undefined && failure === null && <JsonTree label="Result of the last run" value={output} />}
    />
  );
}

/** Returns what the component produced in its last run; undefined: it did not run. */
function useLastOutput(componentId: string): Json | undefined {
  const { liveRun, lastSteps } = useEditor();
  const live = usePicked(liveRun, (run) => run?.lastSteps.get(componentId) ?? null);
  const last = usePicked(lastSteps, (all) => all.get(componentId) ?? null);
  const step = live ?? last;
  return step?.status === 'SUCCEEDED' ? (step.output as Json) : undefined;
}

/** Where this program failed in its last run; null if it did not, or has changed since. */
function useFailure(componentId: string, source: string): FailureMark | null {
  const { liveRun, lastSteps } = useEditor();
  const live = usePicked(liveRun, (run) => run?.lastSteps.get(componentId) ?? null);
  const last = usePicked(lastSteps, (all) => all.get(componentId) ?? null);
  const step = live ?? last;
  const message = step?.status === 'FAILED' && isOf(step.input, source) ? (step.error?.message ?? null) : null;
  return useMemo(() => {
    const at = message === null ? null : positionIn(message);
    return at === null || message === null ? null : { at, message };
  }, [message]);
}

/** Returns true if the step ran this program: its input has the program. */
function isOf(input: unknown, source: string): boolean {
  return isJsonObject(input) && Object.values(input).includes(source);
}
