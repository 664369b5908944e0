import { Button, FileButton, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Table, type TableRow, useImportRows } from '../../api/queries/tables.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { plural } from '../../ui/plural.ts';
import { doneThen } from '../../ui/show-done.ts';
import { readRowsFile } from './row-files.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface Chosen {
  name: string;
  rows: TableRow[];
}

/** Rows of a file, which are written one after the other; those that the service refuses are named. */
export function ImportRowsDialog({ table, onClose }: { table: Table; onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [unreadable, setUnreadable] = useState<Error | null>(null);
  const [written, setWritten] = useState(0);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const write = useImportRows(table.name);

  async function choose(file: File | null) {
    if (file === null) return;
    write.reset();
    setChosen(null);
    setUnreadable(null);
    try {
      setChosen({ name: file.name, rows: await readRowsFile(table, file) });
    } catch (error) {
      setUnreadable(error as Error);
    }
  }
  function submit() {
    if (chosen === null) return;
    const { rows } = chosen;
    const done = plural(rows.length, { one: `${rows.length} row imported`, other: `${rows.length} rows imported` });
    write.mutate({ rows, signal: stop.current.signal, onWritten: setWritten }, { onSuccess: doneThen(done, onClose) });
  }
  const count = chosen?.rows.length ?? 0;
  return (
    <FormDialog
      title="Import rows"
      submitLabel="Import"
      request={write}
      disabled={chosen === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        A CSV whose first line contains <strong>key</strong> and columns, or a JSON list of objects with them: at most
        1,000 rows. A row with an existing key is updated; its other columns stay unchanged.
      </Text>
      <Group gap="xs">
        <FileButton accept=".csv,.json,text/csv,application/json" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" data-autofocus>
              Choose a file
            </Button>
          )}
        </FileButton>
        <Text size="sm" role="status">
          {write.isPending
            ? `${written} of ${count} written`
            : chosen !== null && `${chosen.name}: ${plural(count, { one: '1 row', other: `${count} rows` })}`}
        </Text>
      </Group>
      {unreadable !== null && <ErrorNotice error={unreadable} />}
    </FormDialog>
  );
}
