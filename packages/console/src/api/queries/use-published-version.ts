import { useQuery } from '@tanstack/react-query';
import type { Definition } from '@workflow/workflow-model';
import { asDefinition } from '../as-definition.ts';
import { versionQuery, versionsQuery } from './versions.ts';

interface PublishedVersion {
  /** Null if none is published, or it is not read yet. */
  number: number | null;
  definition: Definition | null;
  isUnpublished: boolean;
  /** Error of the read that failed. */
  failed: { error: Error | null; refetch: () => unknown } | undefined;
}

/** The version of a workflow that is published, with its definition. */
export function usePublishedVersion(workflowId: string): PublishedVersion {
  const versions = useQuery(versionsQuery(workflowId));
  const number = versions.data?.publishedVersion ?? null;
  const version = useQuery({ ...versionQuery(workflowId, number ?? 0), enabled: number !== null });
  return {
    number,
    definition: version.data ? asDefinition(version.data) : null,
    isUnpublished: versions.data !== undefined && number === null,
    failed: [versions, version].find(({ isError }) => isError),
  };
}
