import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { tablesQuery } from '../../api/queries/tables.ts';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { PickerProps } from './field-props.ts';
import { Choice } from './choice.tsx';

const NewTableDialog = loadPart(async () => (await import('../../resources/new-table-dialog.tsx')).NewTableDialog);

/** A table of the organization, by name, or one that is made in place. */
export function TableField({ value, onChange, within: _within, types: _types, ...labels }: PickerProps) {
  const { data } = useQuery(tablesQuery);
  const [isMaking, setIsMaking] = useState(false);
  const close = () => setIsMaking(false);
  const tables = data?.items ?? [];
  return (
    <div>
      <Choice
        {...labels}
        value={value}
        onChange={onChange}
        none={tables.length === 0 ? 'There are no tables yet' : 'Choose a table'}
        unknown={data === undefined ? value : `${value} (not found)`}
        options={tables.map(({ name }) => ({ value: name, label: name }))}
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
          <NewTableDialog onMade={({ name }) => onChange(name)} onClose={close} />
        </PartBoundary>
      )}
    </div>
  );
}
