import '@mantine/core/styles/Combobox.layer.css';
import { Anchor, Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { tablesQuery } from '../../api/queries/tables.ts';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { PickerProps } from './field-props.ts';

const NewTableDialog = loadPart(async () => (await import('../../resources/new-table-dialog.tsx')).NewTableDialog);

/** A table of the organization, by name, or one that is made in place. */
export function TableField({ value, onChange, within: _within, types: _types, ...labels }: PickerProps) {
  const { data } = useQuery(tablesQuery);
  const [isMaking, setIsMaking] = useState(false);
  const close = () => setIsMaking(false);
  const names = data?.items.map(({ name }) => name) ?? [];
  const isKnown = value === '' || names.includes(value);
  return (
    <div>
      <NativeSelect
        {...labels}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          { value: '', label: names.length === 0 ? 'There are no tables yet' : 'Choose a table' },
          ...(isKnown ? [] : [{ value, label: data === undefined ? value : `${value} (not found)` }]),
          ...names.map((name) => ({ value: name, label: name })),
        ]}
      />
      <Group gap="xs" mt={4}>
        <Button variant="subtle" size="compact-sm" onClick={() => setIsMaking(true)}>
          New table
        </Button>
        <Anchor component={Link} to="/tables" size="sm">
          Tables
        </Anchor>
      </Group>
      {isMaking && (
        <PartBoundary onFailed={close}>
          <Suspense>
            <NewTableDialog onMade={({ name }) => onChange(name)} onClose={close} />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  );
}
