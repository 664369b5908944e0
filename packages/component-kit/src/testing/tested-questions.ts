import type { JsonObject, QuestionKind } from '@workflow/workflow-model';
import type { Decision, Question, Questions, QuestionState } from '../run/questions.ts';

interface TestedAnswers {
  answer?: JsonObject;
  decision?: Omit<Decision, 'at'>;
  answersEarly?: boolean;
}

/** Determines the outcome of a tested component's question. */
export class TestedQuestions implements Questions {
  readonly #asked: Question[];
  readonly #answers: TestedAnswers;
  readonly #now: () => number;
  #until: Date | null = null;

  constructor(asked: Question[], answers: TestedAnswers, now: () => number) {
    this.#asked = asked;
    this.#answers = answers;
    this.#now = now;
  }

  url(kind: QuestionKind): Promise<string> {
    return Promise.resolve(`https://workflow.example/${kind}/1`);
  }

  ask(question: Question): Promise<QuestionState> {
    const { answer, answersEarly = false } = this.#answers;
    if (this.#until === null) this.#asked.push(question);
    this.#until ??= new Date(this.#now() + question.timeoutSeconds * 1_000);
    return Promise.resolve(
      answersEarly && answer !== undefined ? this.#answered(answer) : { kind: 'open', until: this.#until },
    );
  }

  look(): Promise<QuestionState> {
    const { answer } = this.#answers;
    if (answer !== undefined) return Promise.resolve(this.#answered(answer));
    const until = this.#until ?? new Date(0);
    return Promise.resolve(until.getTime() <= this.#now() ? { kind: 'timed-out' } : { kind: 'open', until });
  }

  forget(): Promise<void> {
    this.#until = null;
    return Promise.resolve();
  }

  #answered(answer: JsonObject): QuestionState {
    const { decision } = this.#answers;
    return { kind: 'answered', answer, decision: decision ? { ...decision, at: new Date(this.#now()) } : null };
  }
}
