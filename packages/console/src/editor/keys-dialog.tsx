import '@mantine/core/styles/Table.layer.css';
import { Modal, Table } from '@mantine/core';
import { texts } from '../texts/editor.ts';
import classes from './canvas/canvas-menu.module.css';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={texts.keyboardShortcuts}>
      <Table>
        <Table.Tbody>
          {texts.keys.map(([keys, does]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <kbd className={classes.keys}>{keys}</kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
