import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { objectOrEmpty, type Json, type JsonObject } from '@workflow/workflow-model';
import { useEffect } from 'react';
import { appsQuery, operationQuery, type WholeOperation } from '../../api/queries/apps.ts';
import { argumentChanges, sentenceOf, withRenamed } from './version-changes.ts';
import { isSame } from './is-same.ts';
import type { ComponentPartProps } from '../fields/field-props.ts';

/**
 * The newer version of the app that a component calls, with its differences. The type of the output follows the
 * operation that the component names.
 */
export function VersionNotice({ component, onChange }: ComponentPartProps) {
  const { app: id, version, action, returns } = component.config;
  const [appId, key] = [textOf(id), textOf(action)];
  const used = typeof version === 'number' ? version : 0;
  const { data: apps } = useQuery(appsQuery);
  const app = apps?.items.find((one) => one.id === appId);
  const newest = app?.version ?? used;
  const current = useQuery({ ...operationQuery(appId, used, key), enabled: used > 0 && appId !== '' && key !== '' });
  const isNewer = newest > used && used > 0;
  const next = useQuery({ ...operationQuery(appId, newest, key), enabled: isNewer && key !== '' });
  const type = current.data?.returns;
  const isTyped = type === undefined || isSame(type as Json, returns);

  useEffect(() => {
    if (isTyped) return;
    onChange((one) => ({ ...one, config: { ...one.config, returns: type as JsonObject } }), 'config/returns');
  }, [isTyped, type, onChange]);

  if (app === undefined || !isNewer || current.data === undefined) return null;
  if (next.isError)
    return (
      <Alert color="orange" variant="light" role="status" title={`Version ${newest} of ${app.name} has no ${key}`}>
        Version {used} stays in use.
      </Alert>
    );
  if (next.data === undefined) return null;
  const differences = differencesOf(current.data, next.data);
  const use = ({ returns: output }: WholeOperation) =>
    onChange(
      (one) => ({
        ...one,
        config: {
          ...one.config,
          version: newest,
          arguments: withRenamed(objectOrEmpty(one.config['arguments']), differences.arguments),
          returns: output as JsonObject,
        },
      }),
      'config/version',
    );
  return (
    <Alert color="blue" variant="light" role="status" title={`Version ${newest} of ${app.name} is available`}>
      <div>This component uses version {used}.</div>
      <ul>
        {differences.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button size="compact-sm" onClick={() => use(next.data)}>
        Use version {newest}
      </Button>
    </Alert>
  );
}

function differencesOf(before: WholeOperation, after: WholeOperation) {
  const changes = argumentChanges(before.inputSchema, after.inputSchema);
  const sentences = changes.map(sentenceOf);
  if (!isSame(before.returns as Json, after.returns as Json)) sentences.push('The type of the output changed.');
  if (sentences.length === 0)
    sentences.push(before.digest === after.digest ? 'This action did not change.' : 'The description changed.');
  return { arguments: changes, sentences };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
