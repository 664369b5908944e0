ALTER TYPE "session_trigger" ADD VALUE 'MCP';

CREATE TABLE "mcp_tools" (
    "workflow_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,

    CONSTRAINT "mcp_tools_pkey" PRIMARY KEY ("workflow_id"),
    CONSTRAINT "mcp_tools_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflows"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "mcp_tools_organization_id_name_key" ON "mcp_tools"("organization_id", "name");
