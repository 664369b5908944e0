import { defineTemplate } from './define-template.ts';

export const learnToCallAnApi = defineTemplate({
  key: 'learn-to-call-an-api',
  name: 'Learn to call an API',
  description: 'Calls a public API about a repository and uses its response. The error port handles failed calls.',
  needs: [],
  samples: { input: { owner: 'nodejs', repository: 'node' } },
  components: {
    input: {
      at: [0, 0],
      type: 'input',
      name: 'Repository',
      config: {
        placeholders: [
          { key: 'owner', type: 'TEXT' },
          { key: 'repository', type: 'TEXT' },
        ],
      },
    },
    call: {
      at: [1, 0],
      type: 'http-request',
      name: 'Call the API',
      output: 'answer',
      config: {
        method: 'GET',
        url: 'https://api.github.com/repos/{{ owner }}/{{ repository }}',
        headers: { accept: 'application/vnd.github+json', 'user-agent': 'workflow' },
      },
      timeoutSeconds: 10,
    },
    answered: {
      at: [2, 0],
      type: 'output',
      name: 'Result',
      config: { value: '{{ answer.body.full_name }}: {{ answer.body.description }}' },
    },
    failed: {
      at: [2, 1],
      type: 'output',
      name: 'No answer',
      config: { value: 'The API did not answer as expected: {{ error.message }}' },
    },
  },
  connections: [
    ['input', 'next', 'call'],
    ['call', 'next', 'answered'],
    ['call', 'error', 'failed'],
  ],
});
