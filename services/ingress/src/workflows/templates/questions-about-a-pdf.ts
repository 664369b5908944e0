import { defineTemplate } from './define-template.ts';

const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, cachedInputTokens: 0 };

export const questionsAboutAPdf = defineTemplate({
  key: 'questions-about-a-pdf',
  name: 'Questions about a PDF',
  description: 'A person uploads a PDF with a question on a public page. A model reads it and answers.',
  needs: [{ kind: 'credential', name: 'Models', purpose: 'OpenAI or Anthropic, with a model that reads PDFs' }],
  samples: { form: { 'form.question': 'When does the contract end?' } },
  components: {
    form: {
      at: [0, 0],
      type: 'form',
      name: 'Document and question',
      output: 'form',
      config: {
        title: 'Ask a document',
        fields: [
          { key: 'document', type: 'FILE', label: 'PDF', optional: true },
          { key: 'question', type: 'TEXT', label: 'Your question' },
        ],
        thanks: 'Thank you. The answer will be in your inbox.',
        signedInOnly: true,
      },
    },
    has: {
      at: [1, 0],
      type: 'condition',
      name: 'Is there a document?',
      config: { expression: '$exists(form.document)' },
    },
    ask: {
      at: [2, 0],
      type: 'ask-model',
      name: 'Read the document',
      output: 'answer',
      config: {
        model: 'gpt-5-mini',
        messages: [
          { role: 'system', content: 'You answer questions about the attached document. Quote the page.' },
          { role: 'user', content: '{{ form.question }}' },
        ],
        files: '{{ form.document }}',
      },
      standIn: { text: 'The contract ends on 31 May (page 4).', usage },
    },
    done: { at: [3, 0], type: 'output', name: 'Answer', config: { value: '{{ answer.text }}' } },
    none: { at: [2, 1], type: 'output', name: 'No document', config: { value: 'Please upload a PDF.' } },
  },
  connections: [
    ['form', 'next', 'has'],
    ['has', 'true', 'ask'],
    ['has', 'false', 'none'],
    ['ask', 'next', 'done'],
  ],
});
