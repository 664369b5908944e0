import { expect } from '@jest/globals';
import type { Component, Definition, JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, output, type SharedContractSystem } from './contract-system.ts';

const FORM_FIELDS = [
  { key: 'name', type: 'TEXT', label: 'Your name', help: 'As on the bill' },
  { key: 'topic', type: 'TEXT', choices: ['Delivery', 'Payment'] },
  { key: 'urgent', type: 'BOOLEAN' },
  { key: 'tags', type: 'LIST', choices: ['a', 'b', 'c'], optional: true },
  { key: 'order', type: 'OBJECT', fields: [{ key: 'total', type: 'NUMBER' }], optional: true },
  { key: 'pin', type: 'TEXT', sensitive: true, optional: true },
  { key: 'photos', type: 'LIST', items: 'FILE', optional: true },
];

export const GOOD = { name: 'Ada <b>', topic: 'Delivery', urgent: 'true' };

/** Publishes forms, each in a separate workflow whose output is the submitted values. */
export function openFormLab(system: SharedContractSystem) {
  async function publish(config: JsonObject = {}, changes: Partial<Component> = {}, more: Partial<Definition> = {}) {
    const form = component(
      'form',
      { title: 'Complaint', fields: FORM_FIELDS, thanks: 'Thanks, {{ form.name }}!', ...config },
      { output: 'form', ...changes },
    );
    const workflowId = await system.api.publish('Complaints', { ...chain(form, output('{{ form }}')), ...more });
    const view = await system.api.call<{ publicUrl: string }>(
      'GET',
      `/v1/workflows/${workflowId}/components/${form.id}`,
    );
    const { pathname } = new URL(view.publicUrl);
    const send = async (body: URLSearchParams | FormData | string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${system.ingressUrls[0]}${pathname}`, { method: 'POST', body, headers });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    return {
      workflowId,
      pathname,
      send,
      submit: (values: Record<string, string> | string[][]) => send(new URLSearchParams(values as never)),
      show: async (method = 'GET') => {
        const answer = await fetch(`${system.ingressUrls[0]}${pathname}`, { method });
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      },
      sessions: async () => {
        const { items } = await system.api.call<{ items: SessionView[] }>(
          'GET',
          `/v1/sessions?workflowId=${workflowId}`,
        );
        return items;
      },
    };
  }

  const only = async (form: { sessions(): Promise<SessionView[]> }): Promise<SessionView> => {
    const sessions = await form.sessions();
    expect(sessions).toHaveLength(1);
    return system.api.untilEnded(sessions[0]!.id);
  };

  return { publish, only };
}
