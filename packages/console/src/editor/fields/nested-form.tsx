import type { ConfigFormProps, SchemaFieldProps } from './field-props.ts';
import { PointerBase, useAbsolutePointer } from './pointer-base.ts';

type NestedFormProps = ConfigFormProps & Pick<SchemaFieldProps, 'Form' | 'pointer'>;

/** The form of an object within another one, at `pointer`: it shows the problems there by their names within it. */
export function NestedForm({ Form, pointer, problems, ...form }: NestedFormProps) {
  const absolute = useAbsolutePointer();
  const within = `${pointer}/`;
  return (
    <PointerBase value={absolute(pointer)}>
      <Form
        {...form}
        problems={problems.flatMap((problem) =>
          problem.path.startsWith(within) ? [{ ...problem, path: `/config/${problem.path.slice(within.length)}` }] : [],
        )}
      />
    </PointerBase>
  );
}
