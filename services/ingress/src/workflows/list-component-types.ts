import type { ComponentDescriptor, Manifest } from '@workflow/component-kit';
import type { InstalledPackage } from '@workflow/component-packages';
import { COMPONENT_TYPES, compareVersions } from '@workflow/components/descriptors';
import { docsOf } from '@workflow/components/docs';
import { defineRoute } from '../http/define-route.ts';
import { fieldSchema } from './field-schema.ts';
import { defineObject, object } from '../http/schema-parts.ts';

const componentTypeSchema = defineObject('ComponentType', {
  type: { type: 'string' },
  title: { type: 'string' },
  description: { type: 'string' },
  category: { type: 'string', enum: ['trigger', 'data', 'flow', 'action'] },
  isTrigger: { type: 'boolean' },
  hasEffect: { type: 'boolean' },
  defaultTimeoutSeconds: { type: 'number', nullable: true },
  ports: { type: 'array', items: { type: 'string' }, description: 'The ports of a component that was just added.' },
  outputs: {
    type: 'array',
    items: fieldSchema,
    description: 'The placeholders that a component which was just added produces.',
  },
  configSchema: { type: 'object', additionalProperties: true, description: 'JSON Schema of `config`.' },
  docs: { type: 'string', description: 'Markdown: what it is for, its fields, an example, what goes wrong.' },
  version: {
    type: 'string',
    description: "The version of the type's behaviour, or of the package that contains it.",
  },
  package: { type: 'string', nullable: true, description: 'The package that contains it; null if it is built in.' },
  manifest: {
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description: 'The checked manifest of its package; null if the type is built in.',
  },
});

const leftOutSchema = defineObject('LeftOutPackage', {
  name: { type: 'string' },
  version: { type: 'string' },
  reason: { type: 'string' },
});

function typeView(descriptor: ComponentDescriptor, docs: string, from: { name: string; manifest: Manifest } | null) {
  const config = descriptor.newConfig();
  const { outputName } = descriptor;
  const { type, title, description, category, isTrigger, hasEffect, defaultTimeoutSeconds, configSchema } = descriptor;
  return {
    type,
    title,
    description,
    category,
    isTrigger,
    hasEffect,
    defaultTimeoutSeconds,
    ports: descriptor.ports(config),
    outputs: descriptor.outputs({ config, ...(outputName !== null && { output: outputName }) }),
    configSchema,
    docs,
    version: descriptor.version,
    package: from?.name ?? null,
    manifest: from === null ? null : { ...from.manifest },
  };
}

const own = COMPONENT_TYPES.map((descriptor) => typeView(descriptor, docsOf(descriptor.type), null));

/** Returns the types of packages, in the order of types, with the newest version of each first. */
function packageViews(installed: readonly InstalledPackage[]) {
  return installed
    .toSorted((a, b) => a.manifest.type.localeCompare(b.manifest.type) || compareVersions(b.version, a.version))
    .map((one) => typeView(one.descriptor, one.manifest.docs, one));
}

export const listComponentTypes = defineRoute({
  method: 'GET',
  path: '/v1/component-types',
  summary: 'The types of components',
  security: { kind: 'caller', scope: ['read', 'manage'], forBoundKeys: true },
  responses: {
    200: {
      description: 'The catalogue.',
      schema: object({
        items: { type: 'array', items: componentTypeSchema },
        nextCursor: { type: 'string', nullable: true },
        olderVersions: {
          type: 'array',
          items: componentTypeSchema,
          description:
            'Older versions of types from packages, which definitions may still use; `items` has the newest.',
        },
        leftOut: {
          type: 'array',
          items: leftOutSchema,
          description: 'Component packages whose type cannot be used, and why.',
        },
      }),
    },
  },
  handler: ({ packages }) => {
    const views = packageViews(packages.installed);
    const isNewest = (view: (typeof views)[number], index: number) => views[index - 1]?.type !== view.type;
    const newest = views.filter(isNewest);
    const body = {
      items: [...own, ...newest],
      nextCursor: null,
      olderVersions: views.filter((view, index) => !isNewest(view, index)),
      leftOut: [...packages.leftOut],
    };
    return Promise.resolve({ status: 200, body });
  },
});
