import { defineTemplate } from './define-template.ts';
import { maybe, operationOfApp } from './operation-of-app.ts';

export const formToGoogleSheet = defineTemplate({
  key: 'form-to-google-sheet',
  name: 'Form to a Google sheet',
  description: 'A public form: appends each answer as a row to a spreadsheet.',
  needs: [{ kind: 'app', name: 'Google Sheets', purpose: 'OAuth 2, with a client of a Google Cloud project' }],
  samples: { form: { 'form.name': 'Ada', 'form.email': 'ada@example.com', 'form.seats': 2 } },
  components: {
    form: {
      at: [0, 0],
      type: 'form',
      name: 'Registration form',
      output: 'form',
      config: {
        title: 'Register',
        fields: [
          { key: 'name', type: 'TEXT', label: 'Your name' },
          { key: 'email', type: 'TEXT', label: 'Your e-mail address' },
          { key: 'seats', type: 'NUMBER', label: 'Seats' },
        ],
        submitText: 'Register',
        thanks: 'Thank you, {{ form.name }}.',
      },
    },
    append: {
      at: [1, 0],
      type: 'app-action',
      name: 'Append rows',
      output: 'appended',
      config: operationOfApp(
        'google-sheets',
        'values.append',
        {
          path: { spreadsheetId: 'the ID in the address of the spreadsheet', range: 'Sheet1!A:D' },
          query: { valueInputOption: 'RAW' },
          body: { values: [['{{ form.name }}', '{{ form.email }}', '{{ form.seats }}', '{{ $now() }}']] },
        },
        {
          type: 'OBJECT',
          fields: [
            maybe('spreadsheetId', 'TEXT'),
            maybe('tableRange', 'TEXT'),
            maybe('updates', 'OBJECT', {
              fields: [maybe('updatedRange', 'TEXT'), maybe('updatedRows', 'NUMBER'), maybe('updatedCells', 'NUMBER')],
            }),
          ],
        },
      ),
      standIn: {
        status: 200,
        headers: {},
        body: {
          spreadsheetId: 's1',
          tableRange: 'Sheet1!A1:D9',
          updates: { updatedRange: 'Sheet1!A10:D10', updatedRows: 1, updatedCells: 4 },
        },
      },
      retry: { maxAttempts: 3, backoffSeconds: 2 },
    },
    done: {
      at: [2, 0],
      type: 'output',
      name: 'Stored',
      config: { value: 'Stored in {{ appended.body.updates.updatedRange }}' },
    },
  },
  connections: [
    ['form', 'next', 'append'],
    ['append', 'next', 'done'],
  ],
});
