import { StepFailure } from '@workflow/component-kit/run';
import type { LanguageModel } from 'ai';
import { COSTLY_JSON, isCostlyJson } from './costly-json.ts';

/** A part of an answer. `input` is the JSON of the arguments of a call. */
interface AnswerPart {
  type: string;
  input?: unknown;
}

/** The functions of a model that the library calls. */
interface AnsweringModel {
  doGenerate(options: unknown): PromiseLike<{ content: AnswerPart[] }>;
  doStream(options: unknown): PromiseLike<{ stream: ReadableStream<AnswerPart> }>;
}

/**
 * Makes a model refuse calls whose arguments are costly to parse. The library joins the pieces of a stream, and parses
 * the arguments in one turn of the event loop.
 */
export function withCheckedCalls(model: LanguageModel): LanguageModel {
  const answering = model as unknown as AnsweringModel;
  const [doGenerate, doStream] = [answering.doGenerate.bind(answering), answering.doStream.bind(answering)];
  answering.doGenerate = async (options) => {
    const answer = await doGenerate(options);
    for (const part of answer.content) requireUsualCall(part);
    return answer;
  };
  answering.doStream = async (options) => {
    const answer = await doStream(options);
    const checked = new TransformStream<AnswerPart, AnswerPart>({
      transform(part, controller) {
        requireUsualCall(part);
        controller.enqueue(part);
      },
    });
    return { ...answer, stream: answer.stream.pipeThrough(checked) };
  };
  return model;
}

/** @throws StepFailure MODEL_FAILED */
function requireUsualCall({ type, input }: AnswerPart): void {
  if (type === 'tool-call' && typeof input === 'string' && isCostlyJson(input))
    throw new StepFailure('MODEL_FAILED', `The model asked for a call whose arguments have ${COSTLY_JSON}`);
}
