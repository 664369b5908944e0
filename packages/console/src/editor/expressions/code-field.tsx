import { javaScriptOf } from '../../ui/field-path.ts';
import { useSelectedComponent } from '../editor-context.ts';
import type { FieldLabels } from '../fields/field-props.ts';
import { usePlaceholders } from './placeholder-list.tsx';
import { CodeInput } from './code-input.tsx';
import { useCompletable } from './use-completable.ts';

interface CodeFieldProps extends FieldLabels {
  value: string;
  onChange: (value: string) => void;
}

/** A JavaScript program, with completion over the placeholders that are available to the selected component. */
export function CodeField(props: CodeFieldProps) {
  const fields = usePlaceholders(useSelectedComponent()?.id ?? '');
  const completable = useCompletable(fields);
  return (
    <CodeInput
      {...props}
      language="javascript"
      minLines={8}
      completable={completable}
      textOfPlaceholder={javaScriptOf}
    />
  );
}
