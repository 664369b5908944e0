import type { Json } from '@workflow/workflow-model';
import type { Problem } from '../../api/api-error.ts';
import type { ArgumentSchema } from './argument-schema.ts';

export interface ArgumentFieldProps {
  /** The label where the schema has no title. */
  name: string;
  /** Resolved. */
  schema: ArgumentSchema;
  /** The schema of all arguments, which has the shared ones. */
  root: unknown;
  /** The number of objects and lists around it. */
  depth: number;
  required: boolean;
  value: Json | undefined;
  /** JSON pointer within the component, as problems name it. */
  pointer: string;
  problems: Problem[];
  onChange: (value: Json | undefined) => void;
}

/** The props of every control of an argument. */
export interface ArgumentLabels {
  label: string;
  description?: string;
  required: boolean;
  error?: string;
}
