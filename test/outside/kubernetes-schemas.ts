import type { Rendered } from './helm.ts';

type Model = new (data: unknown) => { validate(): void };

/** Groups of resource definitions that are not part of Kubernetes, and the packages that contain their schemas. */
const PACKAGES: Record<string, string> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** Checks an object against the schema of its kind. @throws Error that names the object and the problem */
export async function validate(object: Rendered): Promise<void> {
  const group = object.apiVersion.includes('/') ? object.apiVersion.split('/')[0]! : '';
  const address = `${PACKAGES[group] ?? 'kubernetes-models'}/${object.apiVersion}/${object.kind}`;
  const models = (await import(address)) as Record<string, Model | undefined>;
  const ObjectModel = models[object.kind];
  if (ObjectModel === undefined) throw new Error(`${object.kind} of ${object.apiVersion} is not known`);
  try {
    new ObjectModel(object).validate();
  } catch (error) {
    throw new Error(`${object.kind} ${object.metadata.name}: ${(error as Error).message}`, { cause: error });
  }
}
