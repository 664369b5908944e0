import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { packageOf } from '../../../api/component-types.ts';
import type { Problem } from '../../../api/api-error.ts';
import { fieldError } from '../../../editor/fields/field-error.ts';
import { FieldFrame } from '../../../editor/fields/field-frame.tsx';
import classes from './component-panel.module.css';
import type { ComponentPartProps } from '../../../editor/fields/field-props.ts';

interface PackageSectionProps extends ComponentPartProps {
  problems: Problem[];
}

/** Shows the package of a component's type, the version that runs, and its documentation. */
export function PackageSection({ component, problems, onChange }: PackageSectionProps) {
  const from = packageOf(component);
  const { version } = component;
  if (from === null && version === undefined) return null;
  const { versions, docs, name } = from ?? { versions: [], docs: '', name: '' };
  const missing = version !== undefined && !versions.includes(version) ? [version] : [];
  return (
    <>
      <FieldFrame pointer="/version">
        <NativeSelect
          label="Version"
          description={name === '' ? undefined : `Version of the package ${name}`}
          error={fieldError(problems, '/version')}
          value={version ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            onChange(({ version: _old, ...rest }) => (chosen === '' ? rest : { ...rest, version: chosen }), 'version');
          }}
          data={[
            { value: '', label: versions[0] === undefined ? 'Newest' : `Newest (${versions[0]})` },
            ...missing.map((one) => ({ value: one, label: `${one} (not installed)` })),
            ...versions.map((one) => ({ value: one, label: one })),
          ]}
        />
      </FieldFrame>
      {docs !== '' && (
        <details>
          <summary className={classes.docsTitle}>Documentation</summary>
          <pre className={classes.docs}>{docs}</pre>
        </details>
      )}
    </>
  );
}
