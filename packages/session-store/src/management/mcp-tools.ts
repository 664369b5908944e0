import type { McpTool } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';
import { isUniqueViolation } from '../postgres/unique-violation.ts';
import type { OrganizationScope } from './organization-scope.ts';

/** A published workflow as a tool of MCP clients. */
export interface ToolView {
  name: string;
  description: string;
  /** The id in lowercase. */
  workflowId: string;
  workflowName: string;
}

interface ToolRow {
  name: string;
  description: string;
  workflowId: string;
  workflow: { name: string };
}

const WITH_NAME = { include: { workflow: { select: { name: true } } } } as const;

/**
 * Returns the organization's tools by name, at most `limit`; with `search`, those whose name or description contains
 * it.
 */
export async function listTools(
  { prisma, organizationId }: OrganizationScope,
  { limit, search, workflowIds }: { limit: number; search?: string; workflowIds?: readonly string[] },
): Promise<ToolView[]> {
  const holds = { contains: search ?? '', mode: 'insensitive' } as const;
  const rows = await prisma.mcpTool.findMany({
    ...WITH_NAME,
    where: {
      organizationId,
      ...(search !== undefined && { OR: [{ name: holds }, { description: holds }, { workflow: { name: holds } }] }),
      ...(workflowIds !== undefined && { workflowId: { in: [...workflowIds] } }),
    },
    orderBy: { name: 'asc' },
    take: limit,
  });
  return rows.map(toView);
}

/** Returns null if no published workflow of the organization is a tool with this name. */
export async function findTool({ prisma, organizationId }: OrganizationScope, name: string): Promise<ToolView | null> {
  const row = await prisma.mcpTool.findUnique({
    ...WITH_NAME,
    where: { organizationId_name: { organizationId, name } },
  });
  return row && toView(row);
}

/** Stores the tool of a published version, or removes the previous one. */
export async function replaceTool(
  { organizationId }: OrganizationScope,
  database: Prisma.TransactionClient,
  workflowId: string,
  tool: McpTool | undefined,
): Promise<void> {
  await database.mcpTool.deleteMany({ where: { workflowId, organizationId } });
  if (tool === undefined) return;
  const { name, description } = tool;
  await database.mcpTool.create({ data: { workflowId, organizationId, name, description } });
}

/** Returns true if `replaceTool` failed because another workflow is a tool with this name. */
export function isNameOfToolTaken(error: unknown): boolean {
  return isUniqueViolation(error) && error.meta?.['modelName'] === 'McpTool';
}

export async function dropTool(
  { organizationId }: OrganizationScope,
  database: Prisma.TransactionClient,
  workflowId: string,
): Promise<void> {
  await database.mcpTool.deleteMany({ where: { workflowId, organizationId } });
}

function toView({ workflowId, name, description, workflow }: ToolRow): ToolView {
  return { workflowId, workflowName: workflow.name, name, description };
}
