import '@mantine/core/styles/Table.layer.css';
import { Modal, Table } from '@mantine/core';
import classes from '../../editor/canvas/canvas-menu.module.css';

/** The keys of the editor and what they do. */
const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K', 'Find and run anything'],
  ['Ctrl Enter', 'Test again with the same values. In a dialog: run'],
  ['Ctrl Z', 'Undo'],
  ['Ctrl Shift Z', 'Redo'],
  ['Ctrl S', 'Save now'],
  ['Ctrl A', 'Select all components'],
  ['Shift and drag', 'Select with a box'],
  ['Ctrl C, Ctrl V', 'Copy and paste, also between workflows'],
  ['Ctrl D', 'Duplicate'],
  ['D', 'Disable or enable the selected components'],
  ['N', 'Add a note'],
  ['Delete', 'Delete what is selected'],
  ['Enter', 'Open the focused component, edit the focused note'],
  ['Escape', 'Leave an expression, then close the component panel and deselect'],
  ['Shift F', 'Show the whole workflow'],
  ['Tab', 'Accept a completion in an expression'],
  ['?', 'Show these shortcuts'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {KEYS.map(([keys, does]) => (
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
