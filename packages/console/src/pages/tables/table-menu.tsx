import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { readAllRows, type Table } from '../../api/queries/tables.ts';
import { downloadText } from '../../ui/download-text.ts';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { showError } from '../../ui/show-error.ts';
import { asCsv } from './row-files.ts';

const ImportRowsDialog = loadPart(async () => (await import('./import-rows-dialog.tsx')).ImportRowsDialog);

/** Actions for all rows. */
export function TableMenu({ table }: { table: Table }) {
  const [isReading, setIsReading] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  async function exportRows(format: 'csv' | 'json') {
    setIsReading(true);
    try {
      const rows = await readAllRows(table.name);
      if (format === 'csv') downloadText(`${table.name}.csv`, asCsv(table, rows), 'text/csv');
      else downloadText(`${table.name}.json`, JSON.stringify(rows, null, 2), 'application/json');
    } catch (error) {
      showError(error);
    } finally {
      setIsReading(false);
    }
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Import or export rows of ${table.name}`}
            loading={isReading}
          >
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => setIsImporting(true)}>
            Import rows…
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void exportRows('csv')}>
            Export as CSV
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void exportRows('json')}>
            Export as JSON
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isImporting && (
        <PartBoundary onFailed={() => setIsImporting(false)}>
          <ImportRowsDialog table={table} onClose={() => setIsImporting(false)} />
        </PartBoundary>
      )}
    </>
  );
}
