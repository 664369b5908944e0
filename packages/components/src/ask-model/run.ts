import { jsonSchemaOfFields, readFields } from '@workflow/component-kit';
import {
  defineRunner,
  StepFailure,
  type Field,
  type JsonObject,
  type ModelServer,
  type ModelUsage,
  type RunContext,
} from '@workflow/component-kit/run';
import { attachFiles } from '../models/attach-files.ts';
import { askOnce, type Answer, type Question } from './ask-once.ts';
import { NO_USAGE, sumOfUsage } from '../models/model-usage.ts';
import { descriptor } from './descriptor.ts';
import { readAnswer } from '../models/read-answer.ts';

/** Counts the tokens of each answer when it arrives. The answer is committed with the step. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { model, messages, maxTokens, temperature, reasoning, fields, files } = context.config;
    const answerFields = readFields(fields);
    const settings = { model, maxTokens, temperature, reasoning };
    const given = { ...settings, messages, files, ...(answerFields.length > 0 && { fields }) };
    const input = JSON.parse(JSON.stringify(given)) as JsonObject;
    context.recordInput(input);
    const question = { ...settings, messages: await attachFiles(messages, files, context.files) };
    const server = (await context.openCredential<ModelServer>('credential')) as ModelServer;
    await context.modelTokens.requireSome();
    await context.beginEffect(input);
    const ask = questioner(context, server);
    if (answerFields.length === 0) {
      const { text } = await ask({ ...question, schema: null });
      return { kind: 'succeeded', output: { text, usage: { ...ask.usage() } } };
    }
    const answer = await askForFields(
      ask,
      { ...question, schema: jsonSchemaOfFields(answerFields, 'nullable') },
      answerFields,
    );
    return { kind: 'succeeded', output: { ...answer, usage: { ...ask.usage() } } };
  },
});

interface Ask {
  (question: Question): Promise<Answer>;
  /** The usage of all answers so far. */
  usage(): ModelUsage;
}

function questioner(context: RunContext<unknown>, server: ModelServer): Ask {
  let used = NO_USAGE;
  const ask = async (question: Question): Promise<Answer> => {
    const { http, signal } = context;
    const answer = await askOnce(server, question, { http, signal, now: context.now() });
    used = sumOfUsage(used, answer.usage);
    await context.modelTokens.count(answer.usage);
    return answer;
  };
  return Object.assign(ask, { usage: () => used });
}

/**
 * Asks, and asks again with the problems of the first answer.
 * @throws StepFailure MODEL_ANSWER_INVALID that names every invalid field
 */
async function askForFields(ask: Ask, question: Question, fields: readonly Field[]): Promise<JsonObject> {
  const first = await ask(question);
  const read = readAnswer(first.text, fields);
  if (read.ok) return read.value;
  const wrong = `Your answer cannot be used: ${read.problems.join('; ')}. Answer again, with all fields.`;
  const second = await ask({
    ...question,
    messages: [
      ...question.messages,
      // Servers refuse a message without text.
      { role: 'assistant', content: first.text || '(nothing)' },
      { role: 'user', content: wrong },
    ],
  });
  const reread = readAnswer(second.text, fields);
  if (reread.ok) return reread.value;
  const cut = second.isCut ? ' (it was cut at the maximum number of tokens)' : '';
  throw new StepFailure(
    'MODEL_ANSWER_INVALID',
    `The model gave an invalid answer twice${cut}: ${reread.problems.join('; ')}`,
    {
      output: { text: second.text, usage: { ...ask.usage() } },
    },
  );
}
