import { defineTemplate } from './define-template.ts';

export const csvImport = defineTemplate({
  key: 'csv-import',
  name: 'CSV import, row by row',
  description: 'Reads a CSV and runs a second workflow for each row, which saves it in a table.',
  needs: [],
  tables: [
    {
      name: 'Contacts',
      columns: [
        { key: 'name', type: 'TEXT' },
        { key: 'city', type: 'TEXT', optional: true },
      ],
    },
  ],
  samples: { csv: { csv: 'email,name,city\nada@example.com,Ada,London\nalan@example.com,Alan,Manchester\n' } },
  workflows: {
    row: {
      name: 'CSV import: one row',
      components: {
        input: {
          at: [0, 0],
          type: 'input',
          name: 'Row',
          config: {
            placeholders: [
              {
                key: 'row',
                type: 'OBJECT',
                fields: [
                  { key: 'email', type: 'TEXT' },
                  { key: 'name', type: 'TEXT' },
                  { key: 'city', type: 'TEXT', optional: true },
                ],
              },
            ],
          },
        },
        keep: {
          at: [1, 0],
          type: 'table',
          name: 'Store the contact',
          output: 'stored',
          config: {
            table: 'Contacts',
            operation: 'upsert',
            key: '{{ row.email }}',
            row: { name: '{{ row.name }}', city: '{{ row.city }}' },
          },
        },
        done: { at: [2, 0], type: 'output', name: 'Stored', config: { value: '{{ row.email }}' } },
      },
      connections: [
        ['input', 'next', 'keep'],
        ['keep', 'next', 'done'],
      ],
    },
  },
  components: {
    csv: {
      at: [0, 0],
      type: 'input',
      name: 'CSV',
      config: { placeholders: [{ key: 'csv', type: 'TEXT' }] },
    },
    read: {
      at: [1, 0],
      type: 'convert',
      name: 'Read the CSV',
      output: 'rows',
      config: { from: '{{ csv }}', format: 'csv' },
    },
    each: {
      at: [2, 0],
      type: 'for-each',
      name: 'For each row',
      output: 'imported',
      config: {
        items: '{{ rows }}',
        workflowId: 'workflow:row',
        componentId: 'component:row:input',
        itemKey: 'row',
      },
    },
    done: {
      at: [3, 0],
      type: 'output',
      name: 'Imported',
      config: { value: '{{ $count(imported) }} contacts: {{ $join(imported, ", ") }}' },
    },
  },
  connections: [
    ['csv', 'next', 'read'],
    ['read', 'next', 'each'],
    ['each', 'next', 'done'],
  ],
});
