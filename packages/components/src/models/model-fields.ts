/** The fields of a config that choose a model and how it answers. */
export const modelFields = {
  credential: {
    type: 'string',
    title: 'Model server',
    format: 'uuid',
    'x-reference': { kind: 'credential', types: ['openai', 'anthropic', 'openai-compatible'] },
  },
  model: {
    type: 'string',
    title: 'Model',
    description: 'The name that the server uses for the model.',
    minLength: 1,
    maxLength: 500,
    'x-control': 'template',
    'x-template': 'text',
  },
} as const;

/** Returns the field for files of a question. @param place the message that they belong to */
export const filesField = (place: string) =>
  ({
    title: 'Files',
    description: `Images and PDFs for ${place}: a file such as {{ scan }}, or a list of them.`,
    'x-control': 'template',
    'x-template': 'optional',
  }) as const;

export const answerSettings = {
  temperature: {
    type: 'number',
    title: 'Temperature',
    description: 'If empty, the default of the server.',
    minimum: 0,
    maximum: 2,
  },
  reasoning: {
    type: 'string',
    title: 'Reasoning',
    description: 'How much the model reasons before it answers. If empty, the default of the server.',
    enum: ['none', 'low', 'medium', 'high'],
    'x-labels': { none: 'None', low: 'Low', medium: 'Medium', high: 'High' },
  },
} as const;
