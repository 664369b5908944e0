import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isJsonObject, type Json } from '@workflow/workflow-model';
import { useEditor } from '../editor-context.ts';
import { shapeOfSample } from '../fields/fields-of-sample.ts';
import classes from '../fields/fields.module.css';
import { sampleValuesQuery } from '../values/sample-values.ts';
import { isSame } from './is-same.ts';
import type { ComponentPartProps } from '../fields/field-props.ts';

/** For a tool that does not describe its data: takes the type of the data from the last run, or removes it. */
export function ShapeOfRun({ component, onChange }: ComponentPartProps) {
  const { workflowId } = useEditor();
  const { returns, shape } = component.config;
  const isOpen = hasOpenData(returns);
  const { data } = useQuery({ ...sampleValuesQuery(workflowId), enabled: isOpen });
  if (!isOpen) return null;
  const result = data?.[component.output ?? ''];
  const sample = isJsonObject(result) ? (result['data'] ?? null) : null;
  const found = sample === null ? null : (shapeOfSample(sample) as unknown as Json);
  const hasShape = shape !== undefined;

  function use(next: Json | undefined): void {
    onChange((one) => {
      const { shape: _before, ...config } = one.config;
      return { ...one, config: next === undefined ? config : { ...config, shape: next } };
    }, 'config/shape');
  }
  return (
    <div>
      <div className={classes.hint}>
        {hasShape
          ? 'The data has the fields of a test run.'
          : 'The tool does not describe its data. Its fields can be taken from a test run.'}
      </div>
      <Group gap="xs" mt={4}>
        {found !== null && !isSame(found, shape) && (
          <Button size="compact-sm" variant="default" onClick={() => use(found)}>
            Use the shape of this test run
          </Button>
        )}
        {hasShape && (
          <Button size="compact-sm" variant="subtle" onClick={() => use(undefined)}>
            Remove the shape
          </Button>
        )}
      </Group>
    </div>
  );
}

/** Returns true for the output of a tool whose data may be any JSON. */
function hasOpenData(returns: Json | undefined): boolean {
  const fields = isJsonObject(returns) ? returns['fields'] : undefined;
  if (!Array.isArray(fields)) return false;
  return fields.some((field) => isJsonObject(field) && field['key'] === 'data' && field['type'] === 'JSON');
}
