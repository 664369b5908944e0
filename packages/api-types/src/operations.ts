// Written by `node scripts/generate-api-types.ts` from the routes of ingress.

/** The named schemas of the API. */
export interface Schemas {
  "Account": {
    "id": string;
    "name": string;
    "email": string;
    /** A mail proved the address. */
    "emailVerified": boolean;
    "hasSecondFactor": boolean;
    /** An organization of this person requires a second factor. Without one every other request is 403. */
    "secondFactorRequired": boolean;
  };
  "ApiKey": {
    "id": string;
    "name": string;
    /** The visible start of the key, to recognize it by. */
    "prefix": string;
    "scopes": ("run" | "read" | "manage")[];
    "createdAt": string;
    "createdBy": Schemas["Person"];
    "expiresAt": string | null;
    /** Updated every few seconds, not with every use. */
    "lastUsedAt": string | null;
    /** Runs that the key may start a minute, within the organization's limit; only that limit applies if null. */
    "rateLimit": {
      "perMinute": number;
      /** How many may start at the same time; all if left out. */
      "burst"?: number;
    } | null;
    /** The only workflows that the key can use, on every route; all of them if null. */
    "workflowIds": (string)[] | null;
  };
  "ApiKeyPage": {
    "items": (Schemas["ApiKey"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "App": {
    "id": string;
    "name": string;
    /** The title in the source. */
    "title": string;
    "kind": "openapi" | "mcp";
    /** Null if the document was uploaded. */
    "url": string | null;
    /** Where its requests are sent. */
    "baseUrl": string | null;
    /** `failed`: it was never read. After a failed refresh it is ready with a message. */
    "status": "reading" | "ready" | "failed";
    /** The reason why reading failed, or the parts that were left out. */
    "message": string | null;
    "version": number | null;
    "operationCount": number;
    "credential": string | null;
    "effects": { [key: string]: "none" | "repeatable" | "once" };
    /** Workflows of which the version that was published last refers to it, the first twenty. */
    "usedBy": ({
      "workflowId": string;
      "name": string;
      /** false: the workflow was unpublished since then. */
      "published": boolean;
    })[];
    "createdAt": string;
    "refreshedAt": string | null;
  };
  "AppChange": {
    "name"?: string;
    /** Null for none. */
    "credential"?: string | null;
    /** Another URL of the source. Allowed only while the source was never read from its URL. */
    "url"?: string;
    /** The effects of operations by key, instead of those that follow from methods and hints. */
    "effects"?: { [key: string]: "none" | "repeatable" | "once" };
  };
  "AppOperation": {
    "key": string;
    "title": string;
    "description": string;
    "group": string | null;
    "effect": "none" | "repeatable" | "once";
    "deprecated": boolean;
  };
  "AppOperationPage": {
    "items": (Schemas["AppOperation"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "AppPage": {
    "items": (Schemas["App"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "Approval": {
    "id": string;
    "sessionId": string;
    "workflowId": string;
    /** The workflow that asks. */
    "workflowName": string;
    "componentId": string;
    "title": string;
    "message": string;
    "choices": (string)[];
    /** The fields that a decision must contain in addition to the choice. */
    "fields": ({ [key: string]: unknown })[];
    /** When the approval was requested. */
    "createdAt": string;
    /** Until then it can be decided. */
    "expiresAt": string;
    /** The address of its page; only for who may decide. */
    "url"?: string;
  };
  "ApprovalDecision": {
    "choice": string;
    "comment": string | null;
    /** The account, the name of the API key, or the name given. */
    "by": string | null;
  };
  "ApprovalPage": {
    "items": (Schemas["Approval"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "AppVersion": {
    "version": number;
    "createdAt": string;
    "added": (string)[];
    "removed": (string)[];
    "changed": (string)[];
    /** Workflows that use a changed or removed operation, the first twenty. */
    "touches": ({
      "workflowId": string;
      "name": string;
      /** false: the workflow was unpublished since then. */
      "published": boolean;
    })[];
  };
  "AppVersionPage": {
    "items": (Schemas["AppVersion"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "AuditEntry": {
    "id": string;
    "at": string;
    "actor": {
      "type": "user" | "api-key" | "system";
      "id": string | null;
      "name": string;
    };
    "action": string;
    "target": {
      "type": string;
      "id": string | null;
    };
    "detail": { [key: string]: unknown } | null;
  };
  "AuditLine": {
    /** Above those of all entries that were read before; may jump. */
    "sequence": number;
    "organizationId": string;
    "id": string;
    "at": string;
    "actor": {
      "type": "user" | "api-key" | "system";
      "id": string | null;
      "name": string;
    };
    "action": string;
    "target": {
      "type": string;
      "id": string | null;
    };
    "detail": { [key: string]: unknown } | null;
  };
  "AuditPage": {
    "items": (Schemas["AuditEntry"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "Backoff": {
    "work": "events" | "deliveries" | "failures" | "operations" | "trees" | "deletions" | "retention" | "storage" | "reconcile" | "hold" | "move" | "admit" | "enqueue" | "rescue" | "depths" | "schedules";
    /** The first failure. */
    "since": string;
    /** In a row; the log of the executors has their causes. */
    "failures": number;
    "nextTryAt": string;
  };
  "BulkRequest": {
    "action": "cancel" | "retry";
    /** The filters of `GET /v1/sessions`. */
    "filter": {
      "workflowId"?: string;
      /** Where the sessions started. */
      "componentId"?: string;
      /** The session that started them. */
      "parentId"?: string;
      /** The component of that session which started them; with `parentId`. */
      "parentComponentId"?: string;
      /** Sessions with any of these statuses; only sessions that the action can change match. */
      "status"?: ("QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED") | (("QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED")[]);
      /** Created at this time or later. */
      "createdAfter"?: string;
      /** Created before this time. */
      "createdBefore"?: string;
      /** Ended, by the last end, at this time or later. */
      "endedAfter"?: string;
      /** Ended, by the last end, before this time. */
      "endedBefore"?: string;
      /** Delayed to this time or later. */
      "startsAfter"?: string;
      /** Delayed to a time before this one. */
      "startsBefore"?: string;
      /** QUEUED and WAITING sessions that wait for this, as `waitingFor` of a session. */
      "waitingFor"?: "executor" | "concurrency" | "order" | "gather" | "pause" | "throttle" | "quota" | "delay" | "children" | "callback" | "approval";
      "mode"?: "PROD" | "TEST";
      "trigger"?: "API" | "CONSOLE" | "WORKFLOW" | "MCP" | "WEBHOOK" | "FORM" | "CHAT" | "SCHEDULE" | "ERROR" | "FEED" | "MAIL";
      /** Whose label begins with this text, as it is written. */
      "label"?: string;
      /** Text to find, ignoring case, in the session's id and label, its error's code, message or errorId, its placeholder values (up to 8 KiB; sensitive ones are masked), or its workflow's name. A whole session id, idempotency key or id of a delivery is found immediately, however old the session is, and a key of flow control while its sessions wait for a place or have one. */
      "text"?: string;
      /** Failed sessions of one group of `GET /v1/failures`. A session that was retried and succeeded is no longer one. */
      "fingerprint"?: string;
    };
    /** Where a retry starts; at the failed step if left out. */
    "from"?: "failed-step" | "start";
    /** The version that a retry runs on, as for one session; its own if left out. Sessions that cannot go on with the latest version count as failed. */
    "version"?: "pinned" | "latest";
    /** Only counts. */
    "dryRun"?: boolean;
  };
  "Caller": {
    "kind": "user" | "api-key";
    "id": string;
    /** E-mail address or key name. */
    "name": string;
    "organizationId": string;
    /** The operator of the service paused the organization: runs are accepted and not started. */
    "organizationPaused": boolean;
    /** The role of a user; null for a key. */
    "role": "admin" | "member" | null;
    "scopes": (string)[];
  };
  "ChatConversation": {
    /** The latest messages, the oldest first. */
    "messages": ({
      "role": "user" | "assistant";
      "text": string;
    })[];
    /** true: an answer is not complete yet. */
    "underWay": boolean;
  };
  "ChosenFailureHandler": {
    /** A published workflow that begins with a component `error`, or null. */
    "workflowId": string | null;
  };
  "Component": {
    "id": string;
    /** One of GET /v1/component-types. */
    "type": string;
    /** The version of a type from a package. Publishing stores the newest one if it is left out. */
    "version"?: string;
    /** The type when omitted. */
    "name"?: string;
    /** The placeholder that the component produces. */
    "output"?: string;
    /** Fits the type's configSchema. */
    "config"?: { [key: string]: unknown };
    /** Attempts of a failing component; one if omitted. */
    "retry"?: {
      /** Default: 1. */
      "maxAttempts"?: number;
      /** Default: 1. */
      "backoffSeconds"?: number;
    };
    /** The type's own when omitted. */
    "timeoutSeconds"?: number;
    /** It does not run, and neither do components that only it leads to. */
    "disabled"?: boolean;
    /** The output of the component in a TEST run while its credential is not chosen. The component does not run then, and its step has "stand-in". Default: sample data of the type of its output. */
    "standIn"?: unknown;
    /** Where the editor draws it. */
    "position"?: {
      "x": number;
      "y": number;
    };
  };
  "ComponentType": {
    "type": string;
    "title": string;
    "description": string;
    "category": "trigger" | "data" | "flow" | "action";
    "isTrigger": boolean;
    "hasEffect": boolean;
    "defaultTimeoutSeconds": number | null;
    /** The ports of a component that was just added. */
    "ports": (string)[];
    /** The placeholders that a component which was just added produces. */
    "outputs": (Schemas["Field"])[];
    /** JSON Schema of `config`. */
    "configSchema": { [key: string]: unknown };
    /** Markdown: what it is for, its fields, an example, what goes wrong. */
    "docs": string;
    /** The version of the type's behaviour, or of the package that contains it. */
    "version": string;
    /** The package that contains it; null if it is built in. */
    "package": string | null;
    /** The checked manifest of its package; null if the type is built in. */
    "manifest": { [key: string]: unknown } | null;
  };
  "ComponentView": {
    "id": string;
    "type": string;
    "name"?: string;
    "output"?: string;
    "config": { [key: string]: unknown };
    "retry"?: { [key: string]: unknown };
    "timeoutSeconds"?: number;
    "position"?: { [key: string]: unknown };
    "workflowId": string;
    /** false: only the published version has it. */
    "inDraft": boolean;
    /** Placeholders that a run which starts here may send: the outputs of all components before this one, which its templates may also read, and outputs that later components read and whose producers will not run. */
    "availablePlaceholders": (Schemas["Field"])[];
    /** The address that senders call; only of a webhook. */
    "productionEndpointUrl"?: string;
    /** The next five due times of a schedule; none while it is paused or not published. */
    "nextDueTimes"?: (string)[];
    /** The due times of a schedule in the last 30 days, newest first, at most a hundred. */
    "lastDueTimes"?: (Schemas["DueTime"])[];
    /** The address of its page; only of a form and a chat. */
    "publicUrl"?: string;
    /** The result of the last poll of a trigger that polls; null while there was none. */
    "lastPoll"?: {
      "at": string;
      "ok": boolean;
      "message": string;
    } | null;
    /** The time of the next poll of a trigger that polls. It is later the more polls fail in a row. null while it is paused or not published. */
    "nextPollAt"?: string | null;
    /** The number of failed polls in a row, up to the last one. */
    "failedPolls"?: number;
    /** Only of a webhook: how many deliveries its filter refused. */
    "filtered"?: {
      /** In the last 60 minutes. */
      "lastHour": number;
      /** Null if there was none yet. */
      "lastAt": string | null;
    };
    /** The webhook's token; null when there is none. */
    "token"?: {
      "id": string;
      /** The visible start of the token, to recognize it by. */
      "prefix": string;
      "createdAt": string;
      "createdBy": Schemas["Person"];
      "lastUsedAt": string | null;
    } | null;
  };
  "ConnectedApplication": {
    "id": string;
    "clientId": string;
    /** The name that the application gave itself. */
    "clientName": string | null;
    /** Where the browser went back to: the host of an address, or the scheme of an installed application. */
    "redirectHost": string;
    "scopes": ("run" | "read")[];
    "member": {
      "id": string;
      "name": string;
      "email": string;
    };
    /** The first time. */
    "authorizedAt": string;
    /** Updated every few seconds, not with every use. */
    "lastUsedAt": string | null;
  };
  "ConnectedApplicationPage": {
    "items": (Schemas["ConnectedApplication"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "Connection": {
    "from": string;
    "port": string;
    "to": string;
  };
  "CreatedApiKey": {
    "id": string;
    "name": string;
    "prefix": string;
    "scopes": ("run" | "read" | "manage")[];
    /** The key itself. Shown in this answer and never again. */
    "key": string;
    "createdAt": string;
    "expiresAt": string | null;
    /** Runs that the key may start a minute, within the organization's limit; only that limit applies if null. */
    "rateLimit": {
      "perMinute": number;
      /** How many may start at the same time; all if left out. */
      "burst"?: number;
    } | null;
    /** The only workflows that the key can use, on every route; all of them if null. */
    "workflowIds": (string)[] | null;
  };
  "Credential": {
    "id": string;
    "name": string;
    "type": "smtp" | "imap" | "postgresql" | "mysql" | "http-basic" | "http-bearer" | "http-header" | "http-query" | "oauth2" | "mcp" | "s3" | "openai" | "openai-compatible" | "anthropic";
    /** `ready` if components can use it as it is. */
    "status": "ready" | "sign-in-needed";
    /** The reason why it cannot be used; null if it can. */
    "statusReason": string | null;
    "createdAt": string;
    "updatedAt": string;
    /** The last use by a step, to the minute; null if there was none. */
    "lastUsedAt": string | null;
    /** The first workflows whose last published version refers to it, and the apps that sign in with it. */
    "usedBy": ({
      /** The id, if it is a workflow. */
      "workflowId"?: string;
      /** The id, if it is an app. */
      "appId"?: string;
      "name": string;
      /** false: the workflow was unpublished since then. */
      "published": boolean;
    })[];
  };
  "CredentialAuthorization": {
    "authorizationUrl": string;
  };
  "CredentialContent": {
    "name": string;
    "type": "smtp" | "imap" | "postgresql" | "mysql" | "http-basic" | "http-bearer" | "http-header" | "http-query" | "oauth2" | "mcp" | "s3" | "openai" | "openai-compatible" | "anthropic";
  };
  "CredentialPage": {
    "items": (Schemas["ListedCredential"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "CredentialTest": {
    "ok": boolean;
    /** The reason why it failed, or why nothing was tried. */
    "message"?: string;
  };
  "Definition": {
    "components"?: (Schemas["Component"])[];
    "connections"?: (Schemas["Connection"])[];
    /** Limits on concurrent sessions, in PROD: `concurrency` (`limit`, `key`, `onLimit`) and `order` (`key`). A key is a JSONata expression over the placeholders of the trigger. `gather` (`key`, `quietSeconds`, `maxSeconds`, `maxItems`, `deliver`) makes one session of several requests. `priority` is `high`, `normal` or `low`. Checked at publishing. */
    "flow"?: { [key: string]: unknown };
    /** Makes the published workflow a tool of `POST /mcp`: `name` (lowercase letters, digits, `_` and `-`, unique in the organization) and `description`. With `startAt` true, calls may name the time at which their session starts. Checked at publishing. */
    "mcp"?: { [key: string]: unknown };
    /** A JSONata expression over the placeholders of the trigger, which gives a text or a number of at most 120 characters: what sessions are called in lists, and found by with `?label=`. Checked at publishing. */
    "label"?: string;
    /** A session that no executor claims within this number of seconds after its start ends CANCELLED with EXPIRED. A run request may set its own. */
    "expireAfterSeconds"?: number;
    /** The executor pool in which its sessions run: lowercase letters, digits and `-`, at most 40 characters. Without it they run in the pool of the organization, or in `default`. */
    "pool"?: string;
    /** On the canvas. Only the draft has them: they are no part of a version. */
    "notes"?: (Schemas["Note"])[];
  };
  "DefinitionProblem": {
    /** Null if the problem is of the definition as a whole. */
    "componentId": string | null;
    /** JSON pointer within the component, or the definition. */
    "path": string;
    /** The kind of problem (docs/errors.md). New codes may be added: show `message` for unknown ones. */
    "code": string;
    /** The values in the message, such as `field` and `limit`. */
    "values": { [key: string]: (string) | (number) | ((string)[]) };
    "message": string;
  };
  "DeviceAnswer": {
    "accepted": boolean;
    /** Left out: the one that the program asked for. */
    "keyName"?: string;
    /** Some of those that the program asked for; left out: all of them. */
    "scopes"?: ("run" | "read" | "manage")[];
  };
  "Doctor": {
    "ok": boolean;
    "findings": (Schemas["DoctorFinding"])[];
  };
  "DoctorFinding": {
    "check": string;
    "ok": boolean;
    "detail": string;
  };
  "Draft": {
    "name": string;
    "description"?: string;
    "components": (Schemas["Component"])[];
    "connections": (Schemas["Connection"])[];
    /** Limits on concurrent sessions, in PROD: `concurrency` (`limit`, `key`, `onLimit`) and `order` (`key`). A key is a JSONata expression over the placeholders of the trigger. `gather` (`key`, `quietSeconds`, `maxSeconds`, `maxItems`, `deliver`) makes one session of several requests. `priority` is `high`, `normal` or `low`. Checked at publishing. */
    "flow"?: { [key: string]: unknown };
    /** Makes the published workflow a tool of `POST /mcp`: `name` (lowercase letters, digits, `_` and `-`, unique in the organization) and `description`. With `startAt` true, calls may name the time at which their session starts. Checked at publishing. */
    "mcp"?: { [key: string]: unknown };
    /** A JSONata expression over the placeholders of the trigger, which gives a text or a number of at most 120 characters: what sessions are called in lists, and found by with `?label=`. Checked at publishing. */
    "label"?: string;
    /** A session that no executor claims within this number of seconds after its start ends CANCELLED with EXPIRED. A run request may set its own. */
    "expireAfterSeconds"?: number;
    /** The executor pool in which its sessions run: lowercase letters, digits and `-`, at most 40 characters. Without it they run in the pool of the organization, or in `default`. */
    "pool"?: string;
    /** On the canvas. Only the draft has them: they are no part of a version. */
    "notes"?: (Schemas["Note"])[];
    /** Ignored; so that an export can be sent as it is. */
    "id"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "revision"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "state"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "publishedVersion"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "paused"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "retentionDays"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "folder"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "tags"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "createdAt"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "updatedAt"?: unknown;
  };
  "DueTime": {
    "dueTime": string;
    /** `started` a session; `waiting` for the session that is under way; `skipped` because of it, or because of a pause; `missed` in an outage. */
    "status": "waiting" | "started" | "skipped" | "missed";
    /** How many due times it represents, from this one on. */
    "count": number;
    "sessionId": string | null;
    /** Null if none was started, or if it is deleted. */
    "sessionStatus": "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED" | null;
  };
  /** Body of every error. */
  "Error": {
    /** Same as the HTTP status of the response. */
    "httpStatus": number;
    /** Identifies the error. Report it to the operator of the service. */
    "errorId": string;
    /** Human-readable text. */
    "message": string;
  };
  "EventDelivery": {
    /** Sent as `webhook-id` with each attempt. */
    "id": string;
    /** One of the events, or `test`. */
    "type": string;
    /** The session that ended; null for a test. */
    "sessionId": string | null;
    "status": "PENDING" | "DELIVERED" | "FAILED";
    "createdAt": string;
    /** Null if there is no further attempt. */
    "nextTryAt": string | null;
    /** The last 50, in order. */
    "tries": ({
      "at": string;
      /** Null if there was no response. */
      "httpStatus": number | null;
      /** Null if it was delivered. */
      "error": string | null;
      "durationMs": number;
    })[];
  };
  "EventDeliveryPage": {
    "items": (Schemas["EventDelivery"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "EventHook": {
    "id": string;
    "url": string;
    "events": ("session.succeeded" | "session.failed" | "session.cancelled" | "workflow.failing" | "failure.new" | "approval.waiting")[];
    /** Only events of these workflows; of all workflows if null. */
    "workflowIds": (string)[] | null;
    "createdAt": string;
    /** When a response of 410 switched the hook off; null if it is on. */
    "disabledAt": string | null;
  };
  "EventHookPage": {
    "items": (Schemas["EventHook"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "EventHookWithSecret": {
    "id": string;
    "url": string;
    "events": ("session.succeeded" | "session.failed" | "session.cancelled" | "workflow.failing" | "failure.new" | "approval.waiting")[];
    /** Only events of these workflows; of all workflows if null. */
    "workflowIds": (string)[] | null;
    "createdAt": string;
    /** When a response of 410 switched the hook off; null if it is on. */
    "disabledAt": string | null;
    /** The secret of Standard Webhooks, `whsec_…`. Shown in this answer and never again. */
    "secret": string;
  };
  "Executor": {
    "id": string;
    "host": string;
    /** `EXECUTOR_POOL`. */
    "pool": string;
    "concurrency": number;
    "running": number;
    "draining": boolean;
    "startedAt": string;
    "alive": boolean;
  };
  "ExecutorDrain": {
    "id": string;
    "draining": boolean;
  };
  "ExecutorLoad": {
    "id": string;
    /** The executor pool whose sessions it runs. */
    "pool": string;
    /** Slots: sessions that it runs at a time. */
    "concurrency": number;
    /** Slots in use, by sessions of all organizations; a few seconds old. */
    "running": number;
    /** It takes no more sessions. */
    "draining": boolean;
    "startedAt": string;
  };
  "ExecutorPage": {
    "items": (Schemas["Executor"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "FailureGroup": {
    /** The filter of `GET /v1/sessions` and of bulk operations. */
    "fingerprint": string;
    "workflowId": string;
    /** Null if no single component caused the failure. */
    "componentId": string | null;
    /** A code of docs/errors.md, or the code of a Fail component. */
    "code": string;
    /** The message with `#` for numbers and ids, `'…'` for quoted texts, and without addresses. */
    "message": string;
    /** Failed sessions of the group. */
    "count": number;
    "firstAt": string;
    "lastAt": string;
    /** Newest first, at most five. */
    "latestSessionIds": (string)[];
    /** Failures in 24 equal parts of the time from `firstAt` to `lastAt`. */
    "histogram": (number)[];
  };
  "FailureGroupPage": {
    "items": (Schemas["FailureGroup"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "FailureHandler": {
    /** Null if none was chosen, or if it was deleted. */
    "workflowId": string | null;
    "name": string | null;
    /** True if its published version has a component `error`; otherwise nothing starts. */
    "ready": boolean;
    /** Published workflows that can be chosen, the newest 200. */
    "choices": ({
      "workflowId": string;
      "name": string;
    })[];
  };
  "Field": {
    "key": string;
    "type": "TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "LIST" | "OBJECT" | "JSON" | "FILE";
    "optional"?: boolean;
    /** Sealed at rest, and shown as •••. */
    "sensitive"?: boolean;
    /** Fields of an OBJECT, each like this one. */
    "fields"?: ({ [key: string]: unknown })[];
    /** The type of the items of a LIST. Default: TEXT. */
    "items"?: ("TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "JSON" | "FILE") | ({
      "type": "OBJECT";
      /** Fields of each item, each like this one. */
      "fields": ({ [key: string]: unknown })[];
    });
  };
  "FieldProblem": {
    /** JSON pointer within the body. */
    "path": string;
    /** The kind of problem (docs/errors.md). New codes may be added: show `message` for unknown ones. */
    "code": string;
    /** The values in the message, such as `field` and `limit`. */
    "values": { [key: string]: (string) | (number) | ((string)[]) };
    "message": string;
  };
  /** A value of type FILE: send it, or the text of its `fileId`, for such a placeholder. */
  "File": {
    "fileId": string;
    "name": string;
    "contentType": string;
    /** In bytes. */
    "size": number;
    /** The SHA-256 of the bytes, in hex. */
    "sha256": string;
  };
  "FoundAppOperation": {
    "appId": string;
    /** The newest version of the app. */
    "version": number;
    "key": string;
    "title": string;
    "description": string;
    "group": string | null;
    "effect": "none" | "repeatable" | "once";
    "deprecated": boolean;
  };
  "Invitation": {
    "id": string;
    "email": string;
    "role": "admin" | "member";
    "organizationName": string;
    "inviterName": string;
    "expiresAt": string;
  };
  "KeptDraft": {
    "id": string;
    "name": string;
    "description": string;
    /** When it was replaced. */
    "createdAt": string;
    "createdBy": Schemas["Person"];
  };
  "KeptDrafts": {
    "items": (Schemas["KeptDraft"])[];
  };
  "KeptDraftWithDefinition": {
    "id": string;
    "name": string;
    "description": string;
    /** When it was replaced. */
    "createdAt": string;
    "createdBy": Schemas["Person"];
    "components": (Schemas["Component"])[];
    "connections": (Schemas["Connection"])[];
    /** Limits on concurrent sessions, in PROD: `concurrency` (`limit`, `key`, `onLimit`) and `order` (`key`). A key is a JSONata expression over the placeholders of the trigger. `gather` (`key`, `quietSeconds`, `maxSeconds`, `maxItems`, `deliver`) makes one session of several requests. `priority` is `high`, `normal` or `low`. Checked at publishing. */
    "flow"?: { [key: string]: unknown };
    /** Makes the published workflow a tool of `POST /mcp`: `name` (lowercase letters, digits, `_` and `-`, unique in the organization) and `description`. With `startAt` true, calls may name the time at which their session starts. Checked at publishing. */
    "mcp"?: { [key: string]: unknown };
    /** A JSONata expression over the placeholders of the trigger, which gives a text or a number of at most 120 characters: what sessions are called in lists, and found by with `?label=`. Checked at publishing. */
    "label"?: string;
    /** A session that no executor claims within this number of seconds after its start ends CANCELLED with EXPIRED. A run request may set its own. */
    "expireAfterSeconds"?: number;
    /** The executor pool in which its sessions run: lowercase letters, digits and `-`, at most 40 characters. Without it they run in the pool of the organization, or in `default`. */
    "pool"?: string;
    /** On the canvas. Only the draft has them: they are no part of a version. */
    "notes"?: (Schemas["Note"])[];
  };
  "LeftOutPackage": {
    "name": string;
    "version": string;
    "reason": string;
  };
  "ListedCredential": {
    "id": string;
    "name": string;
    "type": "smtp" | "imap" | "postgresql" | "mysql" | "http-basic" | "http-bearer" | "http-header" | "http-query" | "oauth2" | "mcp" | "s3" | "openai" | "openai-compatible" | "anthropic";
    /** `ready` if components can use it as it is. */
    "status": "ready" | "sign-in-needed";
    /** The reason why it cannot be used; null if it can. */
    "statusReason": string | null;
    "createdAt"?: string;
    "updatedAt"?: string;
    /** The last use by a step, to the minute; null if there was none. */
    "lastUsedAt"?: string | null;
    /** The first workflows whose last published version refers to it, and the apps that sign in with it. */
    "usedBy"?: ({
      /** The id, if it is a workflow. */
      "workflowId"?: string;
      /** The id, if it is an app. */
      "appId"?: string;
      "name": string;
      /** false: the workflow was unpublished since then. */
      "published": boolean;
    })[];
  };
  "MemberPasswordReset": {
    /** For a member who lost their authenticator app and the backup codes. Default: false. */
    "removeSecondFactor"?: boolean;
  };
  "Migration": {
    "name": string;
    "state": string;
  };
  "MigrationPage": {
    "items": (Schemas["Migration"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "MigrationResolution": {
    "as": "applied" | "rolled-back";
  };
  "NewAccount": {
    "name": string;
    "password": string;
  };
  "NewApiKey": {
    "name": string;
    /** Default: ["run","read"]. */
    "scopes"?: ("run" | "read" | "manage")[];
    /** In the future; null or left out: never. */
    "expiresAt"?: string | null;
    /** Runs that the key may start a minute, within the organization's limit; only that limit applies if null. */
    "rateLimit"?: {
      "perMinute": number;
      /** How many may start at the same time; all if left out. */
      "burst"?: number;
    } | null;
    /** The only workflows that the key can use, on every route; all of them if null. */
    "workflowIds"?: (string)[] | null;
  };
  "NewApp": {
    "name": string;
    "kind": "openapi" | "mcp";
    /** The URL of the document, or of the MCP server. */
    "url"?: string;
    /** An OpenAPI document in JSON or YAML, instead of a URL. */
    "document"?: string;
    /** Where requests are sent, instead of the first server of the document. */
    "baseUrl"?: string;
    /** The credential for its requests. A component may name another one. */
    "credential"?: string;
  };
  "NewEventHook": {
    /** An http or https URL. */
    "url": string;
    "events": ("session.succeeded" | "session.failed" | "session.cancelled" | "workflow.failing" | "failure.new" | "approval.waiting")[];
    /** Only events of these workflows; of all workflows if null. */
    "workflowIds"?: (string)[] | null;
  };
  "NewTable": {
    "name": string;
    /** Fields, as placeholders have them; a row has its key in addition. */
    "columns": ({
      "key": string;
      "type": "TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "LIST" | "OBJECT" | "JSON" | "FILE";
      /** The value may be missing. Default: false. */
      "optional"?: boolean;
      /** Stored encrypted and shown as •••. Later components can read it. Default: false. */
      "sensitive"?: boolean;
      /** The fields of the object. */
      "fields"?: ({
        "key": string;
        "type": "TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "LIST" | "OBJECT" | "JSON" | "FILE";
        /** The value may be missing. Default: false. */
        "optional"?: boolean;
        /** Stored encrypted and shown as •••. Later components can read it. Default: false. */
        "sensitive"?: boolean;
        /** The fields of the object. */
        "fields"?: ({
          "key": string;
          "type": "TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "LIST" | "OBJECT" | "JSON" | "FILE";
          /** The value may be missing. Default: false. */
          "optional"?: boolean;
          /** Stored encrypted and shown as •••. Later components can read it. Default: false. */
          "sensitive"?: boolean;
          /** The fields of the object. */
          "fields"?: ({
            "key": string;
            "type": "TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "LIST" | "OBJECT" | "JSON" | "FILE";
            /** The value may be missing. Default: false. */
            "optional"?: boolean;
            /** Stored encrypted and shown as •••. Later components can read it. Default: false. */
            "sensitive"?: boolean;
            /** The fields of the object. */
            "fields"?: ({
              "key": string;
              "type": "TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "LIST" | "OBJECT" | "JSON" | "FILE";
              /** The value may be missing. Default: false. */
              "optional"?: boolean;
              /** Stored encrypted and shown as •••. Later components can read it. Default: false. */
              "sensitive"?: boolean;
              /** The fields of the object. */
              "fields"?: ({
                "key": string;
                "type": "TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "LIST" | "OBJECT" | "JSON" | "FILE";
                /** The value may be missing. Default: false. */
                "optional"?: boolean;
                /** Stored encrypted and shown as •••. Later components can read it. Default: false. */
                "sensitive"?: boolean;
                /** The type of the items. If empty, text. */
                "items"?: ("TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "JSON" | "FILE") | ({
                  "type": "OBJECT";
                  /** The fields of each item. */
                  "fields": ({ [key: string]: unknown })[];
                });
              })[];
              /** The type of the items. If empty, text. */
              "items"?: ("TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "JSON" | "FILE") | ({
                "type": "OBJECT";
                /** The fields of each item. */
                "fields": ({ [key: string]: unknown })[];
              });
            })[];
            /** The type of the items. If empty, text. */
            "items"?: ("TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "JSON" | "FILE") | ({
              "type": "OBJECT";
              /** The fields of each item. */
              "fields": ({ [key: string]: unknown })[];
            });
          })[];
          /** The type of the items. If empty, text. */
          "items"?: ("TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "JSON" | "FILE") | ({
            "type": "OBJECT";
            /** The fields of each item. */
            "fields": ({ [key: string]: unknown })[];
          });
        })[];
        /** The type of the items. If empty, text. */
        "items"?: ("TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "JSON" | "FILE") | ({
          "type": "OBJECT";
          /** The fields of each item. */
          "fields": ({ [key: string]: unknown })[];
        });
      })[];
      /** The type of the items. If empty, text. */
      "items"?: ("TEXT" | "NUMBER" | "BOOLEAN" | "DATE_TIME" | "JSON" | "FILE") | ({
        "type": "OBJECT";
        /** The fields of each item. */
        "fields": ({ [key: string]: unknown })[];
      });
    })[];
  };
  "NewTableRow": {
    "key": string;
  };
  "NewWebhookToken": {
    /** The token itself. Shown in this answer and never again. */
    "token": string;
    /** The visible start of the token, to recognize it by. */
    "prefix": string;
    "createdAt": string;
  };
  "NewWorkflow": {
    "name": string;
    "description"?: string;
    "components"?: (Schemas["Component"])[];
    "connections"?: (Schemas["Connection"])[];
    /** Limits on concurrent sessions, in PROD: `concurrency` (`limit`, `key`, `onLimit`) and `order` (`key`). A key is a JSONata expression over the placeholders of the trigger. `gather` (`key`, `quietSeconds`, `maxSeconds`, `maxItems`, `deliver`) makes one session of several requests. `priority` is `high`, `normal` or `low`. Checked at publishing. */
    "flow"?: { [key: string]: unknown };
    /** Makes the published workflow a tool of `POST /mcp`: `name` (lowercase letters, digits, `_` and `-`, unique in the organization) and `description`. With `startAt` true, calls may name the time at which their session starts. Checked at publishing. */
    "mcp"?: { [key: string]: unknown };
    /** A JSONata expression over the placeholders of the trigger, which gives a text or a number of at most 120 characters: what sessions are called in lists, and found by with `?label=`. Checked at publishing. */
    "label"?: string;
    /** A session that no executor claims within this number of seconds after its start ends CANCELLED with EXPIRED. A run request may set its own. */
    "expireAfterSeconds"?: number;
    /** The executor pool in which its sessions run: lowercase letters, digits and `-`, at most 40 characters. Without it they run in the pool of the organization, or in `default`. */
    "pool"?: string;
    /** On the canvas. Only the draft has them: they are no part of a version. */
    "notes"?: (Schemas["Note"])[];
    /** Ignored; so that an export can be sent as it is. */
    "id"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "revision"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "state"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "publishedVersion"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "paused"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "retentionDays"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "folder"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "tags"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "createdAt"?: unknown;
    /** Ignored; so that an export can be sent as it is. */
    "updatedAt"?: unknown;
  };
  "Note": {
    "id": string;
    "text": string;
    /** yellow when omitted. */
    "color"?: "yellow" | "blue" | "green" | "red" | "gray";
    /** Where the editor draws it. */
    "position": {
      "x": number;
      "y": number;
    };
    /** In pixels, 240 × 140 when omitted. */
    "size"?: {
      "width": number;
      "height": number;
    };
  };
  "OperatedOrganization": {
    "id": string;
    "name": string;
    "createdAt": string;
    /** Its runs are accepted and not started. */
    "paused": boolean;
    "quotas": Schemas["OrganizationQuotas"];
  };
  "OperatedOrganizationPage": {
    "items": (Schemas["OperatedOrganization"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "Operation": {
    "id": string;
    "action": "cancel" | "retry";
    /** FAILED: none of the matching sessions could be changed. */
    "status": "RUNNING" | "DONE" | "STOPPED" | "FAILED";
    /** Sessions that matched when the operation was accepted. */
    "matched": number;
    /** Sessions that it changed. */
    "done": number;
    /** Sessions that could not be changed, such as those that ended meanwhile. */
    "failed": number;
    "startedAt": string;
    "finishedAt": string | null;
  };
  "OperatorPasswordReset": {
    "user": string;
    /** For a person who lost the authenticator app and the backup codes. */
    "removeSecondFactor"?: boolean;
  };
  "OperatorPasswordResetLink": {
    "url": string;
    "email": string;
    "expiresAt": string;
  };
  "OrganizationLimits": {
    /** Runs that may be started, by API, webhook or console; no limit if null. */
    "runs": {
      "perMinute": number;
      /** How many of them may start at the same time. */
      "burst": number;
    } | null;
    /** Further sessions stay QUEUED. No limit if null. */
    "maxConcurrentSessions": number | null;
    /** The bytes of sessions and steps, as JSON; no limit if null. */
    "maxStoredBytes": number | null;
    /** The last count; null if there is no limit, because nothing is counted then. */
    "storedBytes": number | null;
    /** How many days ended sessions are stored; the default of the service if null. */
    "retentionDays": number | null;
    /** Tokens that models may use, in and out; no limit if null. */
    "modelTokensPerMonth": number | null;
    /** The tokens used in this month (UTC). */
    "usedModelTokens": number;
  };
  "OrganizationQuotas": {
    /** Runs that may be started; `RUNS_PER_MINUTE_PER_ORGANIZATION` if null. */
    "runsPerMinute": number | null;
    /** How many of a minute’s runs may start at the same time; all of them if null. */
    "runBurst": number | null;
    /** Further sessions stay QUEUED. No limit if null. */
    "maxConcurrentSessions": number | null;
    /** Size of sessions and steps, as JSON. At the limit, runs get 429. Counted every few seconds. No limit if null. */
    "maxStoredBytes": number | null;
    /** Ended sessions are deleted after this many days; `RETENTION_DAYS` if null. */
    "retentionDays": number | null;
    /** Model tokens, in and out, in a month of UTC. At the limit, steps fail with MODEL_QUOTA. No limit if null. */
    "modelTokensPerMonth": number | null;
    /** The executor pool of workflows that name none; `default` if null. Waiting sessions move to it. */
    "pool": string | null;
  };
  /** Quotas that are left out stay as they are. */
  "OrganizationQuotasChange": {
    /** Runs that may be started; `RUNS_PER_MINUTE_PER_ORGANIZATION` if null. */
    "runsPerMinute"?: number | null;
    /** How many of a minute’s runs may start at the same time; all of them if null. */
    "runBurst"?: number | null;
    /** Further sessions stay QUEUED. No limit if null. */
    "maxConcurrentSessions"?: number | null;
    /** Size of sessions and steps, as JSON. At the limit, runs get 429. Counted every few seconds. No limit if null. */
    "maxStoredBytes"?: number | null;
    /** Ended sessions are deleted after this many days; `RETENTION_DAYS` if null. */
    "retentionDays"?: number | null;
    /** Model tokens, in and out, in a month of UTC. At the limit, steps fail with MODEL_QUOTA. No limit if null. */
    "modelTokensPerMonth"?: number | null;
    /** The executor pool of workflows that name none; `default` if null. Waiting sessions move to it. */
    "pool"?: string | null;
  };
  "OrganizationSecurity": {
    /** Members without a second factor must set one up before anything else. API keys are not affected. */
    "requireSecondFactor": boolean;
  };
  "Overview": {
    /** QUEUED; at most 10,000 of those that wait in PostgreSQL are counted. */
    "waiting": number;
    /** The waiting sessions on hold by flow control or a pause; at most 10,000 are counted. */
    "held": number;
    "running": number;
    /** WAITING, for a delay, a backoff or children; at most 10,000 are counted. */
    "sleeping": number;
    /** Creation of the oldest that is not on hold. */
    "oldestWaitingAt": string | null;
    /** Sessions by the minute of their last end, children too, oldest first; minutes without any are left out. */
    "perMinute": ({
      "minute": string;
      "succeeded": number;
      "failed": number;
      "cancelled": number;
    })[];
    /** Living executors, which all organizations share; at most 50, the busiest first. */
    "executors": (Schemas["ExecutorLoad"])[];
    /** Executor pools in which sessions wait and that have had no executor for a minute; at most 20. */
    "poolsWithoutExecutor": (string)[];
    /** Background work that failed for the organization and is retried after `nextTryAt`. */
    "backoffs": (Schemas["Backoff"])[];
  };
  "PasswordReset": {
    /** The part of the link after `#`. */
    "token": string;
    "password": string;
  };
  "PasswordResetLink": {
    "url": string;
    "email": string;
    "expiresAt": string;
  };
  "PasswordResetRequest": {
    "email": string;
  };
  "Person": {
    "id": string;
    /** E-mail address or key name; null when it is gone. */
    "name": string | null;
  } | null;
  "PoolScaling": {
    "pool": string;
    /** Sessions that an executor could take now; counted up to 100,000 in the backlog of each pool. */
    "waiting": number;
    "running": number;
    /** 0 when none waits. */
    "oldestWaitingSeconds": number;
    /** Enough executors to have a slot for each session that waits or runs. */
    "wantedExecutors": number;
    /** Living executors that take sessions. */
    "executors": number;
  };
  "PublishedVersion": {
    "workflowId": string;
    "number": number;
    "name": string;
    "description": string;
    "createdAt": string;
    "createdBy": Schemas["Person"];
    /** This is what PROD runs. */
    "published": boolean;
    /** The name of the version. */
    "versionName": string | null;
    /** The note that people wrote for it. */
    "note": string | null;
    /** Parts that do not work yet, although the workflow can be published. Left out if there are none. */
    "warnings"?: (Schemas["DefinitionProblem"])[];
  };
  "PublishRequest": {
    /** The name of the version; null if it has none. */
    "versionName"?: string | null;
    /** The note of the version; null if it has none. */
    "note"?: string | null;
  };
  "Readiness": {
    "status": "ready";
    /** Results by the name of the check. */
    "checks": { [key: string]: string };
  };
  "RequeuedSession": {
    "id": string;
    "status": "QUEUED";
  };
  "ResealedSecrets": {
    /** Values of a previous key that are now encrypted with the current one. */
    "resealed": number;
    /** Values that were encrypted with the current key already. */
    "current": number;
    /** Values that no key decrypts; they were left alone. */
    "unreadable": number;
  };
  "RetryPreview": {
    "possible": boolean;
    /** The reason why it is not possible; else null. */
    "reason": string | null;
    /** The version that it ran; null for TEST. */
    "fromVersion": number | null;
    /** The published version; null for TEST, and when there is none. */
    "toVersion": number | null;
    /** The components that differ between two versions. `changed`: its type, version or config changed; `inputs-changed`: only what it runs after or reads from changed. */
    "changes": ({
      "componentId": string;
      "name": string;
      "change": "added" | "removed" | "changed" | "inputs-changed";
    })[];
    /** The components whose results are reused; all others that are reached run. */
    "kept": (string)[];
  };
  "RunLine": {
    /** Workflow to run. */
    "workflowId": string;
    /** Component to start running from. */
    "componentId": string;
    /** PROD runs the published version, TEST the current draft. Default: "PROD". */
    "mode"?: "PROD" | "TEST";
    /** Map of placeholder key to value; fields of objects by dotted keys, items of lists as JSON. */
    "placeholderValues"?: { [key: string]: unknown };
    /** The session starts at this time, in any form of a DATE_TIME, at most 366 days ahead. A past time means now. */
    "startAt"?: string;
    /** The session starts after this many seconds. Not together with `startAt`. */
    "startAfterSeconds"?: number;
    /** The session ends CANCELLED with the error EXPIRED if no executor has claimed it this many seconds after its start. The workflow may have a default. */
    "expireAfterSeconds"?: number;
    /** TEST only. Map of component id to the value that it yields without running: of a condition true or false, of a switch the port, of a delay null, of an approval an object whose `choice` is the port, or null for the timeout, of a trigger an object of its placeholders. */
    "pinnedOutputs"?: { [key: string]: unknown };
    /** TEST only. Nothing after the component runs, and the output is null. */
    "onlyThisComponent"?: boolean;
    /** TEST only. A session of the workflow: its placeholder values, and the outputs of components that do not run, are used for whatever the request leaves out. */
    "pinsFromSession"?: string;
    /** The `Idempotency-Key` of the run. */
    "idempotencyKey"?: string;
  };
  "RunLineAnswer": {
    /** From 1; empty lines are counted and not answered. */
    "line": number;
    /** The status that a single run would have been answered with. */
    "httpStatus": number;
    /** With 200. */
    "sessionId"?: string;
    /** true: the request joined a session that gathers requests; `sessionId` is that session. */
    "gathered"?: boolean;
    /** With every other status. */
    "errorId"?: string;
    "message"?: string;
    /** With 429, in seconds. */
    "retryAfter"?: number;
  };
  "RunRequest": {
    /** Workflow to run. */
    "workflowId": string;
    /** Component to start running from. */
    "componentId": string;
    /** PROD runs the published version, TEST the current draft. Default: "PROD". */
    "mode"?: "PROD" | "TEST";
    /** Map of placeholder key to value; fields of objects by dotted keys, items of lists as JSON. */
    "placeholderValues"?: { [key: string]: unknown };
    /** The session starts at this time, in any form of a DATE_TIME, at most 366 days ahead. A past time means now. */
    "startAt"?: string;
    /** The session starts after this many seconds. Not together with `startAt`. */
    "startAfterSeconds"?: number;
    /** The session ends CANCELLED with the error EXPIRED if no executor has claimed it this many seconds after its start. The workflow may have a default. */
    "expireAfterSeconds"?: number;
    /** TEST only. Map of component id to the value that it yields without running: of a condition true or false, of a switch the port, of a delay null, of an approval an object whose `choice` is the port, or null for the timeout, of a trigger an object of its placeholders. */
    "pinnedOutputs"?: { [key: string]: unknown };
    /** TEST only. Nothing after the component runs, and the output is null. */
    "onlyThisComponent"?: boolean;
    /** TEST only. A session of the workflow: its placeholder values, and the outputs of components that do not run, are used for whatever the request leaves out. */
    "pinsFromSession"?: string;
  };
  "RunResponse": {
    "workflowId": string;
    "componentId": string;
    /** Normalized values of the placeholders that were provided. */
    "placeholderValues": { [key: string]: unknown };
    "sessionId": string;
    /** true: the request joined a session that gathers requests; `sessionId` is that session. */
    "gathered"?: boolean;
    /** With `Prefer: wait` only. */
    "status"?: "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
    /** With `Prefer: wait` only: the session's output. */
    "output"?: unknown;
    "error"?: Schemas["SessionError"];
  };
  "Scaling": {
    /** Sessions that an executor could take now; counted up to 100,000 in the backlog of each pool. */
    "waiting": number;
    "running": number;
    /** 0 when none waits. */
    "oldestWaitingSeconds": number;
    /** Enough executors to have a slot for each session that waits or runs. */
    "wantedExecutors": number;
    /** Living executors that take sessions. */
    "executors": number;
    /** The figures of each executor pool that has executors, or sessions that wait or run. `pool` selects one. */
    "pools": (Schemas["PoolScaling"])[];
  };
  "Schedule": {
    "workflowId": string;
    "workflowName": string;
    "componentId": string;
    "componentName": string;
    /** The placeholder that takes the due time. */
    "output": string | null;
    /** Missing where `everySeconds` is set. */
    "cron"?: string;
    /** Missing where `cron` is set. */
    "everySeconds"?: number;
    "timeZone": string;
    /** null while it is paused. */
    "nextDueTime": string | null;
    "lastDueTime": string | null;
    /** `started` a session; `waiting` for the session that is under way; `skipped` because of it, or because of a pause; `missed` in an outage. */
    "lastStatus": "waiting" | "started" | "skipped" | "missed" | null;
    "lastSessionId": string | null;
    "lastSessionStatus": "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED" | null;
    /** Its workflow or its organization is paused. */
    "paused": boolean;
  };
  "SchedulePage": {
    "items": (Schemas["Schedule"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "Secret": {
    "name": string;
    "createdAt": string;
    "updatedAt": string;
    "updatedBy": Schemas["Person"];
  };
  "SecretPage": {
    "items": (Schemas["Secret"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "SecretValue": {
    "value": string;
  };
  "Session": {
    "id": string;
    /** The session that started it; null when none did. */
    "parentId": string | null;
    "workflowId": string;
    /** null for TEST. */
    "workflowVersion": number | null;
    /** Where the run started. */
    "componentId": string;
    "trigger": "API" | "CONSOLE" | "WORKFLOW" | "MCP" | "WEBHOOK" | "FORM" | "CHAT" | "SCHEDULE" | "ERROR" | "FEED" | "MAIL";
    /** The name that its workflow gives it (`label` of the definition). */
    "label": string | null;
    "mode": "PROD" | "TEST";
    "status": "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
    /** Rises with every retry. */
    "run": number;
    "placeholderValues": { [key: string]: unknown };
    /** The value of the output component; any JSON value. */
    "output": unknown;
    "error": Schemas["SessionError"];
    "createdAt": string;
    "startedAt": string | null;
    "finishedAt": string | null;
    /** The reason why the session is QUEUED or WAITING; else null. */
    "waitingFor": "executor" | "concurrency" | "order" | "gather" | "pause" | "throttle" | "quota" | "delay" | "children" | "callback" | "approval" | null;
    /** The executor pool in which it was enqueued last, or waits for an executor. */
    "pool": string;
    /** When a delayed session starts or was to start; else null. */
    "startsAt": string | null;
    /** It ends as expired unless an executor has claimed it by then; null if it never expires. */
    "expiresAt": string | null;
    /** The last retry that moved it to another version; null when none did. */
    "moved": {
      /** The first run on the other version. */
      "run": number;
      /** null for TEST. */
      "fromVersion": number | null;
      /** null for TEST. */
      "toVersion": number | null;
      /** The components that differ between two versions. `changed`: its type, version or config changed; `inputs-changed`: only what it runs after or reads from changed. */
      "changes": ({
        "componentId": string;
        "name": string;
        "change": "added" | "removed" | "changed" | "inputs-changed";
      })[];
    } | null;
  };
  "SessionDefinition": {
    "components": (Schemas["Component"])[];
    "connections": (Schemas["Connection"])[];
    /** Limits on concurrent sessions, in PROD: `concurrency` (`limit`, `key`, `onLimit`) and `order` (`key`). A key is a JSONata expression over the placeholders of the trigger. `gather` (`key`, `quietSeconds`, `maxSeconds`, `maxItems`, `deliver`) makes one session of several requests. `priority` is `high`, `normal` or `low`. Checked at publishing. */
    "flow"?: { [key: string]: unknown };
    /** Makes the published workflow a tool of `POST /mcp`: `name` (lowercase letters, digits, `_` and `-`, unique in the organization) and `description`. With `startAt` true, calls may name the time at which their session starts. Checked at publishing. */
    "mcp"?: { [key: string]: unknown };
    /** A JSONata expression over the placeholders of the trigger, which gives a text or a number of at most 120 characters: what sessions are called in lists, and found by with `?label=`. Checked at publishing. */
    "label"?: string;
    /** A session that no executor claims within this number of seconds after its start ends CANCELLED with EXPIRED. A run request may set its own. */
    "expireAfterSeconds"?: number;
    /** The executor pool in which its sessions run: lowercase letters, digits and `-`, at most 40 characters. Without it they run in the pool of the organization, or in `default`. */
    "pool"?: string;
    /** On the canvas. Only the draft has them: they are no part of a version. */
    "notes"?: (Schemas["Note"])[];
    /** How a TEST session runs the draft. */
    "test"?: {
      /** The values that components yield without running, by component id. */
      "pinnedOutputs"?: { [key: string]: {
        /** The value as JSON text. */
        "json": string;
        /** The port taken. */
        "port": string;
        /** The value is a stand-in, because no app or credential is chosen yet. */
        "standIn"?: boolean;
      } };
      /** Nothing after the start component runs. */
      "onlyThisComponent"?: boolean;
    };
  };
  "SessionError": {
    "code": string;
    "message": string;
    "componentId": string | null;
    /** The log line contains it as well. Report it to the operator of the service. */
    "errorId"?: string;
  } | null;
  "SessionList": {
    "items": (Schemas["Session"])[];
    /** Cursor of the next page; null on the last. */
    "nextCursor": string | null;
  };
  "SessionPerformance": {
    /** The sessions that the figures are computed from: the newest since then, at most 2,000. */
    "sampled": {
      "count": number;
      /** false: there are more. */
      "complete": boolean;
      "since": string;
    };
    /** How many of these sessions have not ended: QUEUED, RUNNING and WAITING. */
    "unended": {
      "waiting": number;
      "running": number;
      "sleeping": number;
    };
    /** From acceptance to the start. In milliseconds; null where there are none. */
    "waitingMs": {
      "p50": number;
      "p95": number;
    } | null;
    /** From the start to the end, without the time in WAITING. In milliseconds; null where there are none. */
    "runningMs": {
      "p50": number;
      "p95": number;
    } | null;
    /** Those with the most sessions first, 20 at most. */
    "workflows": ({
      "workflowId": string;
      "ended": number;
      "failed": number;
      /** From the start to the end, without the time in WAITING. In milliseconds; null where there are none. */
      "runningMs": {
        "p50": number;
        "p95": number;
      } | null;
    })[];
    /** Failed sessions by error code and workflow, the most frequent first, 20 at most. */
    "failures": ({
      "code": string;
      "workflowId": string;
      "count": number;
      "lastSessionId": string;
      "lastMessage": string;
      "lastAt": string;
    })[];
    /** How many production sessions waited and ran, counted once a minute; minutes without any are left out. For a single workflow: how many of these sessions waited and ran when each minute began; one that waits for a delay, a retry or children counts as running, and one that was retried is left out. */
    "depth": ({
      "minute": string;
      "waiting": number;
      "running": number;
    })[];
    /** Ends of these sessions by minute, oldest first; minutes without any are left out. */
    "perMinute": ({
      "minute": string;
      "succeeded": number;
      "failed": number;
      "cancelled": number;
    })[];
  };
  "SessionPlace": {
    /** The rule of flow control that holds it; null if none does. */
    "rule": "concurrency" | "order" | "gather" | null;
    /** The value of its key; null where that is empty. */
    "key": string | null;
    /** The limit of `concurrency`: sessions of the key at a time. */
    "limit": number | null;
    /** The first 20 sessions that have a place of the key, or are before it in the order. */
    "holders": ({
      "id": string;
      "label": string | null;
      "status": "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
    })[];
    /** Sessions of the key that wait before it, counted up to 10,000. */
    "ahead": number;
  };
  "SetUp": {
    "organizationName": string;
    "name": string;
    "email": string;
    "password"?: string;
  };
  "SignIn": {
    "id": string;
    "signedInAt": string;
    /** At most a day behind. */
    "lastSeenAt": string;
    "expiresAt": string;
    /** The client address of the sign-in. */
    "address": string | null;
    "userAgent": string | null;
    /** The sign-in of this request. */
    "current": boolean;
  };
  "StartableWorkflow": {
    "id": string;
    "name": string;
    "description": string;
    /** The version that PROD runs; null for the draft, which TEST runs. */
    "version": number | null;
    /** Enabled triggers, in the order of the definition. */
    "triggers": ({
      "componentId": string;
      "type": string;
      "name"?: string;
      /** It starts nothing by itself: runs of the API are to start at it. */
      "startedByCallers": boolean;
      /** The placeholders that a run may send here. */
      "placeholders": (Schemas["Field"])[];
    })[];
  };
  "StartableWorkflowPage": {
    "items": (Schemas["StartableWorkflow"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "StartedOperation": {
    "operationId": string;
    "matched": number;
  };
  "StartedSessions": {
    "items": ({
      /** The component that started them. */
      "componentId": string;
      /** The run of the session in which it did. */
      "run": number;
      "total": number;
      /** How many of them have each status; those that none has are left out. */
      "statuses": {
        "QUEUED"?: number;
        "RUNNING"?: number;
        "WAITING"?: number;
        "SUCCEEDED"?: number;
        "FAILED"?: number;
        "CANCELLED"?: number;
      };
    })[];
  };
  "Step": {
    "componentId": string;
    "run": number;
    "attempt": number;
    "iteration": number;
    "status": "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
    /** Any JSON value. */
    "input": unknown;
    /** Any JSON value. */
    "output": unknown;
    "error": Schemas["SessionError"];
    "startedAt": string;
    "finishedAt": string | null;
    /** For a part of an agent: a turn of the model, or a call of a tool. Its `iteration` is its number. */
    "kind"?: "turn" | "tool";
    /** For a part of an agent: the turn it belongs to, from 1. */
    "turn"?: number;
    /** For a call of a tool: the name that the model used. */
    "tool"?: string;
    /** For a call of a tool that needed an approval, once it was decided. */
    "approval"?: {
      "choice": "approve" | "reject";
      /** The account, the API key or the name of who decided. */
      "by": string | null;
      "comment": string | null;
      "at": string;
    };
    /** For a trigger: a problem that occurred while the session was accepted. */
    "warning"?: string;
    /** Large values were left out; `?full=true` shows them. */
    "truncated"?: boolean;
  };
  "StepList": {
    "items": (Schemas["Step"])[];
    /** Cursor of the next page; null on the last. */
    "nextCursor": string | null;
  };
  "StuckSession": {
    "id": string;
    "organizationId": string;
    "workflowId": string;
    "status": string;
    "executorId": string | null;
    /** `executor-gone`: its executor has no heartbeat; `running`: no step ended for this time; `queued`: in the queue and not taken; `backlog`: not enqueued yet; `due`: its delay is over. */
    "reason": "executor-gone" | "running" | "queued" | "backlog" | "due";
    "since": string;
  };
  "StuckSessionPage": {
    "items": (Schemas["StuckSession"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "Table": {
    "name": string;
    "columns": ({ [key: string]: unknown })[];
    "rows": number;
    /** The bytes of its rows. */
    "bytes": number;
    "createdAt": string;
    /** Workflows of which the version that was published last refers to it, the first twenty. */
    "usedBy": ({
      "workflowId": string;
      "name": string;
      /** false: the workflow was unpublished since then. */
      "published": boolean;
    })[];
  };
  "TablePage": {
    "items": (Schemas["Table"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "TableRow": {
    "key": string;
  };
  "TableRowColumns": { [key: string]: unknown };
  "TableRowPage": {
    "items": (Schemas["TableRow"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "Throttle": {
    "host": string;
    /** Calls a second. */
    "perSecond": number;
    /** Calls that may start at the same time after a pause. */
    "burst": number;
    "updatedAt": string;
  };
  "ThrottlePage": {
    "items": (Schemas["Throttle"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "ThrottleRate": {
    /** Calls a second. */
    "perSecond": number;
    /** Calls that may start at the same time after a pause. */
    "burst"?: number;
  };
  "Uses": {
    /** Workflows of which the version that was published last refers to it, the first twenty. */
    "items": ({
      "workflowId": string;
      "name": string;
      /** false: the workflow was unpublished since then. */
      "published": boolean;
    })[];
  };
  "WebhookAccepted": {
    "workflowId": string;
    "componentId": string;
    /** null only for a delivery that was filtered. */
    "sessionId": string | null;
    /** true: the request joined a session that gathers requests; `sessionId` is that session. */
    "gathered"?: boolean;
    /** true: the filter of the component refused it, and no session starts. */
    "filtered"?: boolean;
  };
  /** The answer to a handshake of Event Grid or Zoom. */
  "WebhookHandshake": {
    "validationResponse"?: string;
    "plainToken"?: string;
    "encryptedToken"?: string;
  };
  "WebhookListener": {
    /** When listening ends if no delivery arrives; null if nothing listens. */
    "until": string | null;
    /** The next delivery will be caught. */
    "isListening": boolean;
    /** The delivery that was caught; null if there was none. */
    "caught": {
      "at": string;
      /** The session that it started, whose placeholder values have the request. */
      "sessionId": string | null;
      /** The request as the component outputs it, where the delivery started no session: it was filtered, or the workflow was not published. The sensitive values of a filtered one are masked. */
      "request": string | null;
      /** The filter of the component refused it. */
      "filtered": boolean;
    } | null;
  };
  "WebhookSessionStatus": {
    "workflowId": string;
    "componentId": string;
    "sessionId": string;
    "status": "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
    "createdAt": string;
    "startedAt": string | null;
    "finishedAt": string | null;
  };
  "WebhookToken": {
    "id": string;
    /** The visible start of the token, to recognize it by. */
    "prefix": string;
    "createdAt": string;
    "createdBy": Schemas["Person"];
    "lastUsedAt": string | null;
  };
  "WholeAppOperation": {
    "key": string;
    "title": string;
    "description": string;
    "group": string | null;
    "effect": "none" | "repeatable" | "once";
    "deprecated": boolean;
    /** The version of the app that has it. */
    "version": number;
    /** JSON Schema 2020-12 of the arguments. */
    "inputSchema": unknown;
    /** JSON Schema of the body of a response, or of the data of a tool; null if it is not described. */
    "outputSchema": unknown;
    /** The type of the output of a component, as fields. */
    "returns": { [key: string]: unknown };
    /** Changes with everything that a caller depends on. */
    "digest": string;
    /** Credentials that fit, with the fields that the document names. */
    "credentialSuggestions": ({
      "type": string;
      "fields": { [key: string]: unknown };
    })[];
  };
  "Workflow": {
    "id": string;
    "name": string;
    "description": string;
    /** Increases with every change of the draft; the ETag. */
    "revision": number;
    /** CHANGED: published, and the draft differs from that version. */
    "state": "DRAFT" | "PUBLISHED" | "CHANGED";
    /** The version that PROD runs. */
    "publishedVersion": number | null;
    /** Runs are accepted and not started. */
    "paused": boolean;
    /** Ended sessions are deleted after this many days; as in the whole organization if null. */
    "retentionDays": number | null;
    /** Names separated by `/`; null if it is in no folder. */
    "folder": string | null;
    "tags": (string)[];
    "createdAt": string;
    "updatedAt": string;
    "components": (Schemas["Component"])[];
    "connections": (Schemas["Connection"])[];
    /** Limits on concurrent sessions, in PROD: `concurrency` (`limit`, `key`, `onLimit`) and `order` (`key`). A key is a JSONata expression over the placeholders of the trigger. `gather` (`key`, `quietSeconds`, `maxSeconds`, `maxItems`, `deliver`) makes one session of several requests. `priority` is `high`, `normal` or `low`. Checked at publishing. */
    "flow"?: { [key: string]: unknown };
    /** Makes the published workflow a tool of `POST /mcp`: `name` (lowercase letters, digits, `_` and `-`, unique in the organization) and `description`. With `startAt` true, calls may name the time at which their session starts. Checked at publishing. */
    "mcp"?: { [key: string]: unknown };
    /** A JSONata expression over the placeholders of the trigger, which gives a text or a number of at most 120 characters: what sessions are called in lists, and found by with `?label=`. Checked at publishing. */
    "label"?: string;
    /** A session that no executor claims within this number of seconds after its start ends CANCELLED with EXPIRED. A run request may set its own. */
    "expireAfterSeconds"?: number;
    /** The executor pool in which its sessions run: lowercase letters, digits and `-`, at most 40 characters. Without it they run in the pool of the organization, or in `default`. */
    "pool"?: string;
    /** On the canvas. Only the draft has them: they are no part of a version. */
    "notes"?: (Schemas["Note"])[];
  };
  "WorkflowFromTemplate": {
    "id": string;
    "name": string;
    /** Values for a first TEST run, by the component that it starts at; the first is the one to offer. */
    "samples": ({
      "componentId": string;
      "placeholderValues": { [key: string]: unknown };
    })[];
  };
  "WorkflowLabelCounts": {
    "folders": ({
      "path": string;
      /** How many workflows have it. */
      "workflows": number;
    })[];
    "tags": ({
      "tag": string;
      /** How many workflows have it. */
      "workflows": number;
    })[];
  };
  "WorkflowLabels": {
    /** Up to 5 names separated by `/`, such as Billing/Invoices; null for none. */
    "folder": string | null;
    "tags": (string)[];
  };
  "WorkflowListItem": {
    "id": string;
    "name": string;
    "description": string;
    /** Increases with every change of the draft; the ETag. */
    "revision": number;
    /** CHANGED: published, and the draft differs from that version. */
    "state": "DRAFT" | "PUBLISHED" | "CHANGED";
    /** The version that PROD runs. */
    "publishedVersion": number | null;
    /** Runs are accepted and not started. */
    "paused": boolean;
    /** Ended sessions are deleted after this many days; as in the whole organization if null. */
    "retentionDays": number | null;
    /** Names separated by `/`; null if it is in no folder. */
    "folder": string | null;
    "tags": (string)[];
    "createdAt": string;
    "updatedAt": string;
    "componentCount": number;
    "lastSession": {
      "id": string;
      "status": "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
      "createdAt": string;
    } | null;
    /** References of the published version that the organization does not have, at most five. */
    "missing": ({
      "kind": "secret" | "table" | "credential" | "workflow";
      /** Null if it is no longer known. */
      "name": string | null;
    })[];
  };
  "WorkflowPage": {
    "items": (Schemas["WorkflowListItem"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "WorkflowRefusals": {
    /** The refusals by reason, the most frequent first. */
    "counts": ({
      /** `token`: missing or wrong. `quota`: of the organization. `unreadable`: body or headers. `unavailable`: the service failed or was overloaded. */
      "reason": "token" | "signature" | "signature-missing" | "not-published" | "method" | "too-large" | "rate-limit" | "quota" | "unreadable" | "unavailable";
      "count": number;
      /** Counted since then. */
      "since": string;
      "lastAt": string;
    })[];
    /** The last ones, newest first, 20 at most. */
    "recent": ({
      "at": string;
      /** `token`: missing or wrong. `quota`: of the organization. `unreadable`: body or headers. `unavailable`: the service failed or was overloaded. */
      "reason": "token" | "signature" | "signature-missing" | "not-published" | "method" | "too-large" | "rate-limit" | "quota" | "unreadable" | "unavailable";
      /** The status that was answered. */
      "status": number;
      /** The webhook; null where no valid token named one. */
      "componentId": string | null;
      /** The network of the sender: the /24 of IPv4, the /64 of IPv6. */
      "network": string;
      /** From `Content-Length`; null without that header. */
      "bytes": number | null;
    })[];
  };
  "WorkflowRetention": {
    "days": number | null;
  };
  "WorkflowTemplate": {
    "key": string;
    "name": string;
    "description": string;
    /** Things to choose or create before it can be published. A TEST run needs none of them. */
    "needs": ({
      "kind": "app" | "credential" | "secret";
      "name": string;
      "purpose": string;
    })[];
    /** Values for a first TEST run, by the component that it starts at; the first is the one to offer. */
    "samples": ({
      "componentId": string;
      "placeholderValues": { [key: string]: unknown };
    })[];
    /** Workflows that it starts. `POST /v1/workflow-templates/{key}` makes all; by hand, make and publish them first, and put their ids in place of these. */
    "workflows": ({
      "id": string;
      "name": string;
      "definition": Schemas["Definition"];
    })[];
    /** Tables that it uses, as POST /v1/organization/tables makes them. */
    "tables": ({
      "name": string;
      "columns": ({ [key: string]: unknown })[];
    })[];
    /** The types of its components, to show it without the catalogue. */
    "componentTypes": ({
      "type": string;
      "title": string;
      "category": string;
      /** SVG. */
      "icon": string;
    })[];
    "definition": Schemas["Definition"];
  };
  "WorkflowVersion": {
    "workflowId": string;
    "number": number;
    "name": string;
    "description": string;
    "createdAt": string;
    "createdBy": Schemas["Person"];
    /** This is what PROD runs. */
    "published": boolean;
    /** The name of the version. */
    "versionName": string | null;
    /** The note that people wrote for it. */
    "note": string | null;
  };
  "WorkflowVersionPage": {
    "items": (Schemas["WorkflowVersion"])[];
    /** null on the last page. */
    "nextCursor": string | null;
  };
  "WorkflowVersionWithDefinition": {
    "workflowId": string;
    "number": number;
    "name": string;
    "description": string;
    "createdAt": string;
    "createdBy": Schemas["Person"];
    /** This is what PROD runs. */
    "published": boolean;
    /** The name of the version. */
    "versionName": string | null;
    /** The note that people wrote for it. */
    "note": string | null;
    "components": (Schemas["Component"])[];
    "connections": (Schemas["Connection"])[];
    /** Limits on concurrent sessions, in PROD: `concurrency` (`limit`, `key`, `onLimit`) and `order` (`key`). A key is a JSONata expression over the placeholders of the trigger. `gather` (`key`, `quietSeconds`, `maxSeconds`, `maxItems`, `deliver`) makes one session of several requests. `priority` is `high`, `normal` or `low`. Checked at publishing. */
    "flow"?: { [key: string]: unknown };
    /** Makes the published workflow a tool of `POST /mcp`: `name` (lowercase letters, digits, `_` and `-`, unique in the organization) and `description`. With `startAt` true, calls may name the time at which their session starts. Checked at publishing. */
    "mcp"?: { [key: string]: unknown };
    /** A JSONata expression over the placeholders of the trigger, which gives a text or a number of at most 120 characters: what sessions are called in lists, and found by with `?label=`. Checked at publishing. */
    "label"?: string;
    /** A session that no executor claims within this number of seconds after its start ends CANCELLED with EXPIRED. A run request may set its own. */
    "expireAfterSeconds"?: number;
    /** The executor pool in which its sessions run: lowercase letters, digits and `-`, at most 40 characters. Without it they run in the pool of the organization, or in `default`. */
    "pool"?: string;
    /** On the canvas. Only the draft has them: they are no part of a version. */
    "notes"?: (Schemas["Note"])[];
  };
}

/** What each route takes and answers, by method and path. */
export interface Operations {
  /** Start a run of a workflow from a component */
  "POST /v1/workflow/run": {
    header?: {
      /** Unique per run; repeats are answered with the first answer. */
      "Idempotency-Key"?: string;
      /** Wait for the end of the session (RFC 7240). */
      "Prefer"?: string;
    };
    body: Schemas["RunRequest"];
    answer: Schemas["RunResponse"];
  };
  /** Start many runs in one request */
  "POST /v1/workflow/run/batch": {
    body: unknown;
    answer: unknown;
  };
  /** Start a published workflow by a webhook */
  "POST /webhook/{workflowId}": {
    path: {
      "workflowId": string;
    };
    body: unknown;
    answer: Schemas["WebhookHandshake"] | Schemas["WebhookAccepted"];
  };
  /** Deliver to a webhook with PUT, if the component accepts it */
  "PUT /webhook/{workflowId}": {
    path: {
      "workflowId": string;
    };
    body: unknown;
    answer: Schemas["WebhookAccepted"];
  };
  /** Confirm to a sender that the webhook exists, where the component has the handshake head */
  "HEAD /webhook/{workflowId}": {
    path: {
      "workflowId": string;
    };
    answer: undefined;
  };
  /** Deliver to a webhook with GET, if the component accepts it or has a handshake that uses it */
  "GET /webhook/{workflowId}": {
    path: {
      "workflowId": string;
    };
    answer: Schemas["WebhookHandshake"] | Schemas["WebhookAccepted"];
  };
  /** Allow a sender of CloudEvents to deliver, where the component has the handshake cloudevents */
  "OPTIONS /webhook/{workflowId}": {
    path: {
      "workflowId": string;
    };
    answer: undefined;
  };
  /** Read the status of a session that this token started */
  "GET /webhook/{workflowId}/sessions/{sessionId}": {
    path: {
      "workflowId": string;
      "sessionId": string;
    };
    answer: Schemas["WebhookSessionStatus"];
  };
  /** Generate the token of a webhook component */
  "POST /v1/workflows/{id}/components/{componentId}/token": {
    path: {
      "id": string;
      "componentId": string;
    };
    answer: Schemas["NewWebhookToken"];
  };
  /** Read prefix and times of a webhook component's token */
  "GET /v1/workflows/{id}/components/{componentId}/token": {
    path: {
      "id": string;
      "componentId": string;
    };
    answer: Schemas["WebhookToken"];
  };
  /** Delete the token of a webhook component */
  "DELETE /v1/workflows/{id}/components/{componentId}/token": {
    path: {
      "id": string;
      "componentId": string;
    };
    answer: undefined;
  };
  /** Listen for the next delivery to a webhook component */
  "POST /v1/workflows/{id}/components/{componentId}/listener": {
    path: {
      "id": string;
      "componentId": string;
    };
    answer: Schemas["WebhookListener"];
  };
  /** Read the delivery that was listened for */
  "GET /v1/workflows/{id}/components/{componentId}/listener": {
    path: {
      "id": string;
      "componentId": string;
    };
    answer: Schemas["WebhookListener"];
  };
  /** Stop listening for a delivery */
  "DELETE /v1/workflows/{id}/components/{componentId}/listener": {
    path: {
      "id": string;
      "componentId": string;
    };
    answer: undefined;
  };
  /** Answer a session that waits for a callback */
  "POST /callbacks/{address}": {
    path: {
      "address": string;
    };
    body: unknown;
    answer: unknown;
  };
  /** Model Context Protocol */
  "POST /mcp": {
    body: unknown;
    answer: unknown;
  };
  /** Where MCP clients ask for a token */
  "GET /.well-known/oauth-protected-resource/mcp": {
    answer: {
      "resource": string;
      "authorization_servers": (string)[];
      "scopes_supported": (string)[];
      "bearer_methods_supported"?: (string)[];
    };
  };
  /** The authorization server of MCP clients */
  "GET /.well-known/oauth-authorization-server/api/auth": {
    answer: {
      "issuer": string;
      "authorization_endpoint": string;
      "token_endpoint": string;
    };
  };
  /** The authorization server of MCP clients */
  "GET /.well-known/oauth-authorization-server": {
    answer: {
      "issuer": string;
      "authorization_endpoint": string;
      "token_endpoint": string;
    };
  };
  /** List approvals that wait for a decision, newest first */
  "GET /v1/approvals": {
    query?: {
      /** Only those that wait are listed. */
      "status"?: "waiting";
      "sessionId"?: string;
      "workflowId"?: string;
      /** `true`: only those that the caller, a signed-in person, may decide. */
      "mine"?: boolean;
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["ApprovalPage"];
  };
  /** Decide an approval */
  "POST /v1/approvals/{id}": {
    path: {
      "id": string;
    };
    body: {
      "choice": string;
      "comment"?: string | null;
    };
    answer: Schemas["ApprovalDecision"];
  };
  /** The page of an approval */
  "GET /approvals/{address}": {
    path: {
      "address": string;
    };
    answer: unknown;
  };
  /** Decide an approval by its URL */
  "POST /approvals/{address}": {
    path: {
      "address": string;
    };
    body: unknown;
    answer: Schemas["ApprovalDecision"];
  };
  /** The page of a form */
  "GET /forms/{formId}": {
    path: {
      "formId": string;
    };
    answer: unknown;
  };
  /** Send a form, which starts a session */
  "POST /forms/{formId}": {
    path: {
      "formId": string;
    };
    body: unknown;
    answer: unknown;
  };
  /** The page of a chat */
  "GET /chats/{chatId}": {
    path: {
      "chatId": string;
    };
    answer: unknown;
  };
  /** Send a message to a chat */
  "POST /chats/{chatId}/messages": {
    path: {
      "chatId": string;
    };
    body: {
      "message": string;
      /** The id in an earlier answer. */
      "conversationId"?: string | null;
    };
    answer: unknown;
  };
  /** Read a conversation of a chat */
  "GET /chats/{chatId}/conversations/{conversationId}": {
    path: {
      "chatId": string;
      "conversationId": string;
    };
    answer: Schemas["ChatConversation"];
  };
  /** Cancel or retry all sessions that match a filter */
  "POST /v1/sessions/bulk": {
    body: Schemas["BulkRequest"];
    answer: Schemas["StartedOperation"];
  };
  /** Read the progress of a bulk operation */
  "GET /v1/operations/{id}": {
    path: {
      "id": string;
    };
    answer: Schemas["Operation"];
  };
  /** Stop a bulk operation */
  "POST /v1/operations/{id}/stop": {
    path: {
      "id": string;
    };
    answer: Schemas["Operation"];
  };
  /** List sessions, newest first */
  "GET /v1/sessions": {
    query?: {
      "workflowId"?: string;
      /** Where the sessions started. */
      "componentId"?: string;
      /** The session that started them. */
      "parentId"?: string;
      /** The component of that session which started them; with `parentId`. */
      "parentComponentId"?: string;
      /** May be repeated: sessions with any of these values. */
      "status"?: ("QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED")[];
      /** Created at this time or later. */
      "createdAfter"?: string;
      /** Created before this time. */
      "createdBefore"?: string;
      /** Ended, by the last end, at this time or later. */
      "endedAfter"?: string;
      /** Ended, by the last end, before this time. */
      "endedBefore"?: string;
      /** Delayed to this time or later. */
      "startsAfter"?: string;
      /** Delayed to a time before this one. */
      "startsBefore"?: string;
      /** QUEUED and WAITING sessions that wait for this, as `waitingFor` of a session. */
      "waitingFor"?: "executor" | "concurrency" | "order" | "gather" | "pause" | "throttle" | "quota" | "delay" | "children" | "callback" | "approval";
      "mode"?: "PROD" | "TEST";
      "trigger"?: "API" | "CONSOLE" | "WORKFLOW" | "MCP" | "WEBHOOK" | "FORM" | "CHAT" | "SCHEDULE" | "ERROR" | "FEED" | "MAIL";
      /** Whose label begins with this text, as it is written. */
      "label"?: string;
      /** Text to find, ignoring case, in the session's id and label, its error's code, message or errorId, its placeholder values (up to 8 KiB; sensitive ones are masked), or its workflow's name. A whole session id, idempotency key or id of a delivery is found immediately, however old the session is, and a key of flow control while its sessions wait for a place or have one. */
      "text"?: string;
      /** Failed sessions of one group of `GET /v1/failures`. A session that was retried and succeeded is no longer one. */
      "fingerprint"?: string;
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["SessionList"];
  };
  /** List failures in groups, newest first */
  "GET /v1/failures": {
    query?: {
      "workflowId"?: string;
      "mode"?: "PROD" | "TEST";
      /** Failed at this time or later. */
      "since"?: string;
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["FailureGroupPage"];
  };
  /** Watch the list of sessions */
  "GET /v1/sessions/events": {
    query?: {
      "workflowId"?: string;
      /** Where the sessions started. */
      "componentId"?: string;
      /** The session that started them. */
      "parentId"?: string;
      /** The component of that session which started them; with `parentId`. */
      "parentComponentId"?: string;
      /** May be repeated: sessions with any of these values. */
      "status"?: ("QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED" | "CANCELLED")[];
      /** Created at this time or later. */
      "createdAfter"?: string;
      /** Created before this time. */
      "createdBefore"?: string;
      /** Ended, by the last end, at this time or later. */
      "endedAfter"?: string;
      /** Ended, by the last end, before this time. */
      "endedBefore"?: string;
      /** Delayed to this time or later. */
      "startsAfter"?: string;
      /** Delayed to a time before this one. */
      "startsBefore"?: string;
      /** QUEUED and WAITING sessions that wait for this, as `waitingFor` of a session. */
      "waitingFor"?: "executor" | "concurrency" | "order" | "gather" | "pause" | "throttle" | "quota" | "delay" | "children" | "callback" | "approval";
      "mode"?: "PROD" | "TEST";
      "trigger"?: "API" | "CONSOLE" | "WORKFLOW" | "MCP" | "WEBHOOK" | "FORM" | "CHAT" | "SCHEDULE" | "ERROR" | "FEED" | "MAIL";
      /** Whose label begins with this text, as it is written. */
      "label"?: string;
      /** Text to find, ignoring case, in the session's id and label, its error's code, message or errorId, its placeholder values (up to 8 KiB; sensitive ones are masked), or its workflow's name. A whole session id, idempotency key or id of a delivery is found immediately, however old the session is, and a key of flow control while its sessions wait for a place or have one. */
      "text"?: string;
    };
    header?: {
      /** Id of the last event received. */
      "Last-Event-ID"?: string;
    };
    answer: unknown;
  };
  /** Read a session */
  "GET /v1/sessions/{id}": {
    path: {
      "id": string;
    };
    answer: Schemas["Session"];
  };
  /** Delete an ended session and its data */
  "DELETE /v1/sessions/{id}": {
    path: {
      "id": string;
    };
    answer: undefined;
  };
  /** Read the definition that a session runs */
  "GET /v1/sessions/{id}/definition": {
    path: {
      "id": string;
    };
    answer: Schemas["SessionDefinition"];
  };
  /** Read the key that holds a session back, and the sessions that have its places */
  "GET /v1/sessions/{id}/place": {
    path: {
      "id": string;
    };
    answer: Schemas["SessionPlace"];
  };
  /** Count the sessions that the components of a session started */
  "GET /v1/sessions/{id}/started": {
    path: {
      "id": string;
    };
    answer: Schemas["StartedSessions"];
  };
  /** Watch a session */
  "GET /v1/sessions/{id}/events": {
    path: {
      "id": string;
    };
    header?: {
      /** Id of the last event received. */
      "Last-Event-ID"?: string;
    };
    answer: unknown;
  };
  /** List the steps of a session, in the order they began */
  "GET /v1/sessions/{id}/steps": {
    path: {
      "id": string;
    };
    query?: {
      /** Default: false. */
      "full"?: boolean;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["StepList"];
  };
  /** Cancel a session and its children */
  "POST /v1/sessions/{id}/cancel": {
    path: {
      "id": string;
    };
    answer: Schemas["Session"];
  };
  /** Start a delayed session now */
  "POST /v1/sessions/{id}/start": {
    path: {
      "id": string;
    };
    answer: Schemas["Session"];
  };
  /** See what a retry on the latest version would do */
  "GET /v1/sessions/{id}/retry": {
    path: {
      "id": string;
    };
    answer: Schemas["RetryPreview"];
  };
  /** Run a failed or cancelled session again */
  "POST /v1/sessions/{id}/retry": {
    path: {
      "id": string;
    };
    query?: {
      /** Default: "failed-step". */
      "from"?: "failed-step" | "start";
      /** Default: "pinned". */
      "version"?: "pinned" | "latest";
      /** An agent that did not succeed, with `turn`. */
      "componentId"?: string;
      /** The turn of this agent that runs again, with all later ones. Earlier turns and calls count. */
      "turn"?: number;
    };
    answer: Schemas["Session"];
  };
  /** How fast sessions of the organization start and run, and why they fail */
  "GET /v1/performance": {
    query?: {
      /** How many minutes the figures go back: the overview counts ends since then, performance covers sessions that were created since then. Default: 60. */
      "minutes"?: number;
      /** The mode of the sessions. Default: "PROD". */
      "mode"?: "PROD" | "TEST";
    };
    answer: Schemas["SessionPerformance"];
  };
  /** How fast sessions of a workflow start and run, and why they fail */
  "GET /v1/workflows/{id}/performance": {
    path: {
      "id": string;
    };
    query?: {
      /** How many minutes the figures go back: the overview counts ends since then, performance covers sessions that were created since then. Default: 60. */
      "minutes"?: number;
      /** The mode of the sessions. Default: "PROD". */
      "mode"?: "PROD" | "TEST";
    };
    answer: Schemas["SessionPerformance"];
  };
  /** Read whether there is no admin yet, and how people sign in */
  "GET /v1/setup": {
    answer: {
      "needed": boolean;
      /** A forgotten password can be reset by mail. */
      "sendsMail": boolean;
      /** False if only an identity provider signs people in. */
      "acceptsPasswords": boolean;
      /** The text of the button that signs in at the identity provider; null if there is none. */
      "oidcLabel": string | null;
    };
  };
  /** Create the first admin and organization */
  "POST /v1/setup": {
    body: Schemas["SetUp"];
    answer: {
      "email": string;
    };
  };
  /** Read an invitation */
  "GET /v1/invitations/{id}": {
    path: {
      "id": string;
    };
    answer: Schemas["Invitation"];
  };
  /** Accept an invitation with a password */
  "POST /v1/invitations/{id}/accept": {
    path: {
      "id": string;
    };
    body: Schemas["NewAccount"];
    answer: {
      "email": string;
      "organizationName": string;
    };
  };
  /** Send a link by mail that sets a new password */
  "POST /v1/password-resets": {
    body: Schemas["PasswordResetRequest"];
    answer: undefined;
  };
  /** Set a new password with the token of a reset link */
  "POST /v1/password-resets/complete": {
    body: Schemas["PasswordReset"];
    answer: {
      "email": string;
    };
  };
  /** Read who the caller is */
  "GET /v1/caller": {
    answer: Schemas["Caller"];
  };
  /** The account of the signed-in person */
  "GET /v1/account": {
    answer: Schemas["Account"];
  };
  /** List the signed-in person's sign-ins, newest first */
  "GET /v1/account/sign-ins": {
    answer: {
      "items": (Schemas["SignIn"])[];
    };
  };
  /** End one of the signed-in person's sign-ins */
  "DELETE /v1/account/sign-ins/{id}": {
    path: {
      "id": string;
    };
    answer: undefined;
  };
  /** Create a link that sets a member's password */
  "POST /v1/organization/members/{memberId}/password-reset": {
    path: {
      "memberId": string;
    };
    body?: Schemas["MemberPasswordReset"];
    answer: Schemas["PasswordResetLink"];
  };
  /** Ask for an API key that an admin confirms in a browser */
  "POST /v1/oauth/device_authorization": {
    answer: {
      "device_code": string;
      /** The code that the person compares or types. */
      "user_code": string;
      "verification_uri": string;
      /** With the code in it. */
      "verification_uri_complete": string;
      /** Seconds. */
      "expires_in": number;
      /** Seconds between two questions of the program. */
      "interval": number;
    };
  };
  /** Ask for the key of a sign-in that was confirmed */
  "POST /v1/oauth/token": {
    answer: {
      /** The API key. */
      "access_token": string;
      "token_type": "Bearer";
      /** The scopes that were permitted, which may be fewer than requested. */
      "scope": string;
    };
  };
  /** Delete the key of a device sign-in */
  "POST /v1/oauth/revoke": {
    answer: undefined;
  };
  /** Read what a program asks for */
  "GET /v1/device-sign-ins/{code}": {
    path: {
      "code": string;
    };
    answer: {
      "keyName": string;
      "scopes": (string)[];
      /** The network that the program asked from. */
      "address": string;
      "expiresAt": string;
    };
  };
  /** Confirm or refuse a sign-in of a program */
  "POST /v1/device-sign-ins/{code}/answer": {
    path: {
      "code": string;
    };
    body: Schemas["DeviceAnswer"];
    answer: undefined;
  };
  /** List workflows, newest first */
  "GET /v1/workflows": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
      /** A part of the name or description, or an id. */
      "search"?: string;
      "state"?: "DRAFT" | "PUBLISHED" | "CHANGED";
      /** May be repeated: all of these. */
      "tag"?: (string)[];
      /** Only workflows in this folder; empty: in no folder. */
      "folder"?: string;
      /** With `folder`: those in folders below it, too. Default: false. */
      "subfolders"?: boolean;
    };
    answer: Schemas["WorkflowPage"];
  };
  /** Create a workflow */
  "POST /v1/workflows": {
    body: Schemas["NewWorkflow"];
    answer: Schemas["Workflow"];
  };
  /** Read a workflow with its draft */
  "GET /v1/workflows/{id}": {
    path: {
      "id": string;
    };
    answer: Schemas["Workflow"];
  };
  /** Replace the draft */
  "PUT /v1/workflows/{id}": {
    path: {
      "id": string;
    };
    header: {
      "If-Match": string;
    };
    body: Schemas["Draft"];
    answer: Schemas["Workflow"];
  };
  /** Delete a workflow */
  "DELETE /v1/workflows/{id}": {
    path: {
      "id": string;
    };
    header?: {
      "If-Match"?: string;
    };
    answer: undefined;
  };
  /** List the problems and warnings of a definition */
  "POST /v1/workflows/{id}/check": {
    path: {
      "id": string;
    };
    body?: Schemas["Definition"];
    answer: {
      "problems": (Schemas["DefinitionProblem"])[];
      /** Parts that do not work yet, although the workflow can be published. Left out if there are none. */
      "warnings"?: (Schemas["DefinitionProblem"])[];
    };
  };
  /** Publish the draft as a new version */
  "POST /v1/workflows/{id}/publish": {
    path: {
      "id": string;
    };
    header?: {
      "If-Match"?: string;
    };
    body?: Schemas["PublishRequest"];
    answer: Schemas["PublishedVersion"];
  };
  /** Stop PROD runs and webhooks of a workflow */
  "POST /v1/workflows/{id}/unpublish": {
    path: {
      "id": string;
    };
    answer: Schemas["Workflow"];
  };
  /** Accept runs of a workflow without starting them */
  "POST /v1/workflows/{id}/pause": {
    path: {
      "id": string;
    };
    answer: Schemas["Workflow"];
  };
  /** Resume a paused workflow */
  "POST /v1/workflows/{id}/resume": {
    path: {
      "id": string;
    };
    answer: Schemas["Workflow"];
  };
  /** Set how long the sessions of a workflow are stored */
  "PUT /v1/workflows/{id}/retention": {
    path: {
      "id": string;
    };
    body: Schemas["WorkflowRetention"];
    answer: Schemas["Workflow"];
  };
  /** File a workflow: its folder and tags */
  "PUT /v1/workflows/{id}/labels": {
    path: {
      "id": string;
    };
    body: Schemas["WorkflowLabels"];
    answer: Schemas["Workflow"];
  };
  /** List the folders and tags of workflows */
  "GET /v1/workflow-labels": {
    answer: Schemas["WorkflowLabelCounts"];
  };
  /** Read which deliveries to the webhooks of a workflow were refused */
  "GET /v1/workflows/{id}/refusals": {
    path: {
      "id": string;
    };
    answer: Schemas["WorkflowRefusals"];
  };
  /** List the workflows that start this one */
  "GET /v1/workflows/{id}/used-by": {
    path: {
      "id": string;
    };
    answer: Schemas["Uses"];
  };
  /** List the versions of a workflow, newest first */
  "GET /v1/workflows/{id}/versions": {
    path: {
      "id": string;
    };
    query?: {
      /** Default: 50. */
      "limit"?: number;
      "cursor"?: string;
    };
    answer: Schemas["WorkflowVersionPage"];
  };
  /** Read a version with its definition */
  "GET /v1/workflows/{id}/versions/{number}": {
    path: {
      "id": string;
      "number": string;
    };
    answer: Schemas["WorkflowVersionWithDefinition"];
  };
  /** Name a version and describe what is new in it */
  "PATCH /v1/workflows/{id}/versions/{number}": {
    path: {
      "id": string;
      "number": string;
    };
    body: {
      /** The name of the version; null if it has none. */
      "versionName"?: string | null;
      /** The note of the version; null if it has none. */
      "note"?: string | null;
    };
    answer: Schemas["WorkflowVersion"];
  };
  /** Restore a version as the draft */
  "POST /v1/workflows/{id}/versions/{number}/restore": {
    path: {
      "id": string;
      "number": string;
    };
    answer: Schemas["Workflow"];
  };
  /** List the drafts that were replaced by a version, newest first */
  "GET /v1/workflows/{id}/kept-drafts": {
    path: {
      "id": string;
    };
    answer: Schemas["KeptDrafts"];
  };
  /** Read a stored draft with its definition */
  "GET /v1/workflows/{id}/kept-drafts/{draftId}": {
    path: {
      "id": string;
      "draftId": string;
    };
    answer: Schemas["KeptDraftWithDefinition"];
  };
  /** Restore a stored draft as the draft */
  "POST /v1/workflows/{id}/kept-drafts/{draftId}/restore": {
    path: {
      "id": string;
      "draftId": string;
    };
    answer: Schemas["Workflow"];
  };
  /** Read a component and what is available to it */
  "GET /v1/workflows/{id}/components/{componentId}": {
    path: {
      "id": string;
      "componentId": string;
    };
    answer: Schemas["ComponentView"];
  };
  /** List the schedules of published workflows */
  "GET /v1/schedules": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["SchedulePage"];
  };
  /** List workflows that can be run, with their triggers, newest first */
  "GET /v1/startable-workflows": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
      /** Only this one. */
      "workflowId"?: string;
      /** Only those of this name. */
      "name"?: string;
      /** The mode of the run. Default: "PROD". */
      "mode"?: "PROD" | "TEST";
    };
    answer: Schemas["StartableWorkflowPage"];
  };
  /** The types of components */
  "GET /v1/component-types": {
    answer: {
      "items": (Schemas["ComponentType"])[];
      "nextCursor": string | null;
      /** Older versions of types from packages, which definitions may still use; `items` has the newest. */
      "olderVersions": (Schemas["ComponentType"])[];
      /** Component packages whose type cannot be used, and why. */
      "leftOut": (Schemas["LeftOutPackage"])[];
    };
  };
  /** Definitions to start a new workflow from */
  "GET /v1/workflow-templates": {
    answer: {
      "items": (Schemas["WorkflowTemplate"])[];
      "nextCursor": string | null;
    };
  };
  /** Create a workflow from a template */
  "POST /v1/workflow-templates/{key}": {
    path: {
      /** The key of a template of `GET /v1/workflow-templates`. */
      "key": string;
    };
    body?: {
      /** Left out: the template's own, with a number where it is taken. */
      "name"?: string;
    };
    answer: Schemas["WorkflowFromTemplate"];
  };
  /** Create an API key */
  "POST /v1/organization/api-keys": {
    body: Schemas["NewApiKey"];
    answer: Schemas["CreatedApiKey"];
  };
  /** List API keys, newest first */
  "GET /v1/organization/api-keys": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["ApiKeyPage"];
  };
  /** Delete an API key */
  "DELETE /v1/organization/api-keys/{keyId}": {
    path: {
      "keyId": string;
    };
    answer: undefined;
  };
  /** List connected applications, newest first */
  "GET /v1/organization/connected-applications": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["ConnectedApplicationPage"];
  };
  /** Revoke a connected application */
  "DELETE /v1/organization/connected-applications/{applicationId}": {
    path: {
      "applicationId": string;
    };
    answer: undefined;
  };
  /** Limit how often components call a host */
  "PUT /v1/organization/throttles/{host}": {
    path: {
      "host": string;
    };
    body: Schemas["ThrottleRate"];
    answer: Schemas["Throttle"];
  };
  /** Read the throttle of a host */
  "GET /v1/organization/throttles/{host}": {
    path: {
      "host": string;
    };
    answer: Schemas["Throttle"];
  };
  /** Delete the throttle of a host */
  "DELETE /v1/organization/throttles/{host}": {
    path: {
      "host": string;
    };
    answer: undefined;
  };
  /** List throttles by host */
  "GET /v1/organization/throttles": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      "cursor"?: string;
    };
    answer: Schemas["ThrottlePage"];
  };
  /** Create or replace a secret */
  "PUT /v1/organization/secrets/{name}": {
    path: {
      "name": string;
    };
    body: Schemas["SecretValue"];
    answer: Schemas["Secret"];
  };
  /** Read who set a secret and when, without its value */
  "GET /v1/organization/secrets/{name}": {
    path: {
      "name": string;
    };
    answer: Schemas["Secret"];
  };
  /** Delete a secret */
  "DELETE /v1/organization/secrets/{name}": {
    path: {
      "name": string;
    };
    answer: undefined;
  };
  /** List the workflows that name a secret */
  "GET /v1/organization/secrets/{name}/used-by": {
    path: {
      "name": string;
    };
    answer: Schemas["Uses"];
  };
  /** List secrets by name, without their values */
  "GET /v1/organization/secrets": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      "cursor"?: string;
    };
    answer: Schemas["SecretPage"];
  };
  /** Read what starts when any workflow fails */
  "GET /v1/organization/failure-handler": {
    answer: Schemas["FailureHandler"];
  };
  /** Choose what starts when any workflow fails */
  "PUT /v1/organization/failure-handler": {
    body: Schemas["ChosenFailureHandler"];
    answer: Schemas["FailureHandler"];
  };
  /** Read the organization's security settings */
  "GET /v1/organization/security": {
    answer: Schemas["OrganizationSecurity"];
  };
  /** Change the organization's security settings */
  "PUT /v1/organization/security": {
    body: Schemas["OrganizationSecurity"];
    answer: Schemas["OrganizationSecurity"];
  };
  /** List the audit log, newest first */
  "GET /v1/organization/audit-log": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
      "action"?: string;
    };
    answer: Schemas["AuditPage"];
  };
  /** The audit log as lines of JSON, oldest first */
  "GET /v1/organization/audit-log/export": {
    query?: {
      /** `sequence` of the last line that you have; 0 begins with the oldest. Default: 0. */
      "after"?: number;
      /** Default: 1000. */
      "limit"?: number;
    };
    answer: unknown;
  };
  /** The audit logs of all organizations as lines of JSON, oldest first */
  "GET /v1/operator/audit-log": {
    query?: {
      /** `sequence` of the last line that you have; 0 begins with the oldest. Default: 0. */
      "after"?: number;
      /** Default: 1000. */
      "limit"?: number;
      /** Seconds to wait for an entry where there is none yet. Default: 0. */
      "wait"?: number;
    };
    answer: unknown;
  };
  /** Read the limits of the organization */
  "GET /v1/organization/limits": {
    answer: Schemas["OrganizationLimits"];
  };
  /** Read figures of the organization's sessions */
  "GET /v1/overview": {
    query?: {
      /** How many minutes the figures go back: the overview counts ends since then, performance covers sessions that were created since then. Default: 60. */
      "minutes"?: number;
      /** The mode of the sessions. Default: "PROD". */
      "mode"?: "PROD" | "TEST";
    };
    answer: Schemas["Overview"];
  };
  /** Create a table */
  "POST /v1/organization/tables": {
    body: Schemas["NewTable"];
    answer: Schemas["Table"];
  };
  /** List tables by name */
  "GET /v1/organization/tables": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      "cursor"?: string;
    };
    answer: Schemas["TablePage"];
  };
  /** Read a table: its columns, how much it has, and who uses it */
  "GET /v1/organization/tables/{name}": {
    path: {
      "name": string;
    };
    answer: Schemas["Table"];
  };
  /** Delete a table with its rows */
  "DELETE /v1/organization/tables/{name}": {
    path: {
      "name": string;
    };
    query?: {
      /** Delete it even if published workflows use it. Default: false. */
      "force"?: boolean;
    };
    answer: undefined;
  };
  /** List rows by their keys */
  "GET /v1/organization/tables/{name}/rows": {
    path: {
      "name": string;
    };
    query?: {
      /** Default: 50. */
      "limit"?: number;
      "cursor"?: string;
    };
    answer: Schemas["TableRowPage"];
  };
  /** Insert a row */
  "POST /v1/organization/tables/{name}/rows": {
    path: {
      "name": string;
    };
    body: Schemas["NewTableRow"];
    answer: Schemas["TableRow"];
  };
  /** Change columns of a row, or make it */
  "PUT /v1/organization/tables/{name}/rows/{key}": {
    path: {
      "name": string;
      "key": string;
    };
    body: Schemas["TableRowColumns"];
    answer: Schemas["TableRow"];
  };
  /** Delete a row */
  "DELETE /v1/organization/tables/{name}/rows/{key}": {
    path: {
      "name": string;
      "key": string;
    };
    answer: undefined;
  };
  /** Add an app */
  "POST /v1/organization/apps": {
    body: Schemas["NewApp"];
    answer: Schemas["App"];
  };
  /** List apps, newest first */
  "GET /v1/organization/apps": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["AppPage"];
  };
  /** Read an app */
  "GET /v1/organization/apps/{id}": {
    path: {
      "id": string;
    };
    answer: Schemas["App"];
  };
  /** Change the name, the credential, the effects or the address of an app */
  "PUT /v1/organization/apps/{id}": {
    path: {
      "id": string;
    };
    body: Schemas["AppChange"];
    answer: Schemas["App"];
  };
  /** Delete an app with all its versions */
  "DELETE /v1/organization/apps/{id}": {
    path: {
      "id": string;
    };
    query?: {
      /** Delete it even if published workflows use it. Default: false. */
      "force"?: boolean;
    };
    answer: undefined;
  };
  /** Read the source of an app again */
  "POST /v1/organization/apps/{id}/refresh": {
    path: {
      "id": string;
    };
    answer: Schemas["App"];
  };
  /** List the versions of an app, newest first */
  "GET /v1/organization/apps/{id}/versions": {
    path: {
      "id": string;
    };
    query?: {
      /** Default: 20. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["AppVersionPage"];
  };
  /** List the operations of the newest version of an app */
  "GET /v1/organization/apps/{id}/operations": {
    path: {
      "id": string;
    };
    query?: {
      /** At most 10 words that all occur in the title, the key or the description. */
      "search"?: string;
      /** Only operations of this group. */
      "group"?: string;
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["AppOperationPage"];
  };
  /** Read an operation of an app */
  "GET /v1/organization/apps/{id}/operations/{key}": {
    path: {
      "id": string;
      /** Encoded, as `issues%2Fcreate`. */
      "key": string;
    };
    query?: {
      /** Default: the newest version. */
      "version"?: number;
    };
    answer: Schemas["WholeAppOperation"];
  };
  /** Search the operations of all apps */
  "GET /v1/organization/app-operations": {
    query?: {
      /** At most 10 words that all occur in the title, the key or the description. */
      "search"?: string;
      /** Default: 50. */
      "limit"?: number;
    };
    answer: {
      "items": (Schemas["FoundAppOperation"])[];
      /** The number of apps that were not searched. */
      "notSearched": number;
    };
  };
  /** Create a credential */
  "POST /v1/organization/credentials": {
    body: Schemas["CredentialContent"];
    answer: Schemas["Credential"];
  };
  /** List credentials, without their secrets */
  "GET /v1/organization/credentials": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["CredentialPage"];
  };
  /** Read a credential, without its secrets */
  "GET /v1/organization/credentials/{id}": {
    path: {
      "id": string;
    };
    answer: Schemas["Credential"];
  };
  /** Change a credential */
  "PUT /v1/organization/credentials/{id}": {
    path: {
      "id": string;
    };
    body: Schemas["CredentialContent"];
    answer: Schemas["Credential"];
  };
  /** Delete a credential */
  "DELETE /v1/organization/credentials/{id}": {
    path: {
      "id": string;
    };
    query?: {
      /** Also while published workflows or apps use it. Default: false. */
      "force"?: boolean;
    };
    answer: undefined;
  };
  /** Sign in with a credential */
  "POST /v1/organization/credentials/{id}/test": {
    path: {
      "id": string;
    };
    answer: Schemas["CredentialTest"];
  };
  /** Begin a sign-in in a browser */
  "POST /v1/organization/credentials/{id}/authorize": {
    path: {
      "id": string;
    };
    answer: Schemas["CredentialAuthorization"];
  };
  /** Where authorization servers send browsers back to */
  "GET /credentials/callback": {
    answer: unknown;
  };
  /** Confirm a sign-in that a key began */
  "POST /credentials/callback": {
    answer: unknown;
  };
  /** Describe the OAuth client of credentials */
  "GET /credentials/client.json": {
    answer: {
      "client_id": string;
      "client_name": string;
      "redirect_uris": (string)[];
      "grant_types"?: (string)[];
      "response_types"?: (string)[];
      "token_endpoint_auth_method"?: string;
    };
  };
  /** Store a file */
  "POST /v1/files": {
    query?: {
      /** The name of the file. Default: the name of the part in a multipart body, else `file`. */
      "name"?: string;
    };
    body: unknown;
    answer: Schemas["File"];
  };
  /** Download a file */
  "GET /v1/files/{id}": {
    path: {
      "id": string;
    };
    answer: unknown;
  };
  /** Send events to an address when sessions end or approvals wait */
  "POST /v1/organization/event-hooks": {
    body: Schemas["NewEventHook"];
    answer: Schemas["EventHookWithSecret"];
  };
  /** List event hooks, newest first */
  "GET /v1/organization/event-hooks": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["EventHookPage"];
  };
  /** Delete an event hook with its deliveries */
  "DELETE /v1/organization/event-hooks/{id}": {
    path: {
      "id": string;
    };
    answer: undefined;
  };
  /** Give an event hook a new secret */
  "POST /v1/organization/event-hooks/{id}/rotate": {
    path: {
      "id": string;
    };
    answer: Schemas["EventHookWithSecret"];
  };
  /** Send an event hook a test event */
  "POST /v1/organization/event-hooks/{id}/test": {
    path: {
      "id": string;
    };
    answer: Schemas["EventDelivery"];
  };
  /** List deliveries of an event hook, newest first */
  "GET /v1/organization/event-hooks/{id}/deliveries": {
    path: {
      "id": string;
    };
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["EventDeliveryPage"];
  };
  /** Deliver an event again */
  "POST /v1/organization/event-hooks/{id}/deliveries/{deliveryId}/redeliver": {
    path: {
      "id": string;
      "deliveryId": string;
    };
    answer: Schemas["EventDelivery"];
  };
  /** The executors that run sessions */
  "GET /v1/operator/executors": {
    answer: Schemas["ExecutorPage"];
  };
  /** Read how many executors are wanted */
  "GET /v1/operator/scaling": {
    query?: {
      /** The figures of this executor pool alone. */
      "pool"?: string;
    };
    answer: Schemas["Scaling"];
  };
  /** Encrypt all secrets with the current key */
  "POST /v1/operator/reseal-secrets": {
    answer: Schemas["ResealedSecrets"];
  };
  /** All organizations */
  "GET /v1/operator/organizations": {
    query?: {
      /** Default: 50. */
      "limit"?: number;
      /** `nextCursor` of the page before. */
      "cursor"?: string;
    };
    answer: Schemas["OperatedOrganizationPage"];
  };
  /** Read the quotas of an organization */
  "GET /v1/operator/organizations/{id}/quotas": {
    path: {
      "id": string;
    };
    answer: Schemas["OrganizationQuotas"];
  };
  /** Set what an organization may use */
  "PUT /v1/operator/organizations/{id}/quotas": {
    path: {
      "id": string;
    };
    body: Schemas["OrganizationQuotasChange"];
    answer: Schemas["OrganizationQuotas"];
  };
  /** Accept runs of an organization without starting them */
  "POST /v1/operator/organizations/{id}/pause": {
    path: {
      "id": string;
    };
    answer: Schemas["OperatedOrganization"];
  };
  /** Resume a paused organization */
  "POST /v1/operator/organizations/{id}/resume": {
    path: {
      "id": string;
    };
    answer: Schemas["OperatedOrganization"];
  };
  /** Drain an executor, so that it takes no further sessions */
  "POST /v1/operator/executors/{id}/drain": {
    path: {
      "id": string;
    };
    answer: Schemas["ExecutorDrain"];
  };
  /** List sessions that made no progress for long */
  "GET /v1/operator/sessions/stuck": {
    query?: {
      /** Default: 10. */
      "minutes"?: number;
    };
    answer: Schemas["StuckSessionPage"];
  };
  /** Enqueue a QUEUED or RUNNING session again */
  "POST /v1/operator/sessions/{id}/requeue": {
    path: {
      "id": string;
    };
    answer: Schemas["RequeuedSession"];
  };
  /** Create a link that sets a person’s password */
  "POST /v1/operator/password-resets": {
    body: Schemas["OperatorPasswordReset"];
    answer: Schemas["OperatorPasswordResetLink"];
  };
  /** Which migrations are applied, pending, failed, or of a later release */
  "GET /v1/operator/migrations": {
    answer: Schemas["MigrationPage"];
  };
  /** Record how a person repaired a failed migration */
  "POST /v1/operator/migrations/{name}/resolve": {
    path: {
      "name": string;
    };
    body: Schemas["MigrationResolution"];
    answer: Schemas["Migration"];
  };
  /** Check everything that the service needs */
  "GET /v1/operator/doctor": {
    answer: Schemas["Doctor"];
  };
  /** This description, OpenAPI 3.0 */
  "GET /v3/api-docs": {
    answer: { [key: string]: unknown };
  };
  /** Check that the process is alive */
  "GET /healthz": {
    answer: {
      "status": "ok";
    };
  };
  /** Check that runs are accepted */
  "GET /readyz": {
    answer: Schemas["Readiness"];
  };
}
