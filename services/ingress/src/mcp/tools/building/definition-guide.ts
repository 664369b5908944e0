/** One complete workflow, which a test creates, tests and publishes as it is written here. */
const EXAMPLE_WORKFLOW = {
  name: 'Orders',
  description: 'Answers orders. Large ones are refused.',
  components: [
    {
      id: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c01',
      type: 'webhook',
      name: 'Order',
      output: 'request',
      config: { response: { timeoutSeconds: 10 } },
    },
    {
      id: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c02',
      type: 'json-parse',
      name: 'Read the order',
      output: 'order',
      config: {
        source: '{{ request }}',
        path: '/body',
        fields: [
          { key: 'id', type: 'NUMBER' },
          { key: 'total', type: 'NUMBER' },
          { key: 'note', type: 'TEXT', optional: true },
        ],
      },
    },
    {
      id: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c03',
      type: 'condition',
      name: 'Small enough',
      config: { expression: 'order.total <= 1000' },
    },
    {
      id: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c04',
      type: 'respond',
      name: 'Accept',
      config: {
        status: 201,
        body: { id: '{{ order.id }}', text: 'Order {{ order.id }}: {{ order.note ?? "no note" }}' },
      },
    },
    {
      id: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c05',
      type: 'respond',
      name: 'Refuse',
      config: { status: 422, body: { problem: 'The total is too high' } },
    },
    {
      id: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c06',
      type: 'output',
      name: 'Result',
      config: { value: { order: '{{ order.id }}', accepted: true } },
    },
  ],
  connections: [
    { from: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c01', port: 'next', to: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c02' },
    { from: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c02', port: 'next', to: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c03' },
    { from: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c03', port: 'true', to: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c04' },
    { from: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c03', port: 'false', to: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c05' },
    { from: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c04', port: 'next', to: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c06' },
  ],
};

/** The rules that a model needs to write a definition. Publishing checks every one of them. */
export const DEFINITION_GUIDE = `How to build a workflow:
1. list_component_types, then describe_component_type of each type that you use. list_credentials, if a type needs \
one. For actions of other systems: list_apps, list_app_operations and describe_app_operation.
2. create_workflow, then check_workflow, and update_workflow until there are no problems.
3. test_workflow, then publish_workflow.

Definition: components and connections.
- A component has an id (a UUID of your choice, unique in the definition; keep it when you change the workflow), a \
type, a name that people read, a config that fits the configSchema of its type, and for types with an output the \
name of the placeholder that it produces (output: letters, digits and _, not beginning with a digit, unique in \
the workflow). \
Optional: retry { maxAttempts, backoffSeconds }, timeoutSeconds, disabled, position { x, y }.
- A workflow begins with a trigger (isTrigger), such as input (an application, a person or another workflow runs it), \
webhook, schedule or form. No connection leads to a trigger. An input has no output: its placeholders are read by \
their keys.
- A connection { from, port, to } runs "to" after "from". The port is "next" for most types, "true" or "false" for \
condition, the names of the cases or "default" for switch. Every component that can fail also has the port "error": \
without a connection there, a failure ends the session. Connections must not form a cycle. Several connections from \
one port run branches at the same time, and a component with several incoming connections waits for those that still \
can run.
- An output component sets the output of the session.

Placeholders and templates:
- A component reads the placeholders of components that run before it: those of the trigger, and outputs by their name.
- Texts in a config take templates: "Hello {{ customer.name }}". Inside {{ }} is a JSONata expression: paths \
(order.lines[0].price), operators (total * 2, a & b, total > 100 and country = "DE"), functions ($sum(lines.price), \
$exists(x), $now()), and x ?? "default" for a value that may be missing. A text that is one template alone keeps the \
type of its value: "{{ order.total }}" is a number. Fields that are expressions (condition, transform) take JSONata \
without braces. {{ $secret("name") }} inserts a secret of the organization.
- Placeholder types: TEXT, NUMBER, BOOLEAN, DATE_TIME, LIST, OBJECT (with fields), JSON, FILE. Declared as \
{ "key", "type", "optional"?, "fields"?, "items"? }. A LIST contains texts unless items names another type, for \
example { "type": "OBJECT", "fields": [...] } or "NUMBER".
- The output of a webhook is the request as JSON text: read it with json-parse, path "/body" for its body. A person \
creates the token that senders need, in the console.
- database-query has its values as parameters ($1 or ?), not as templates in the SQL.
- for-each runs components for each item: put them into body (components and connections) in its config. They read \
the placeholders before the for-each, itemKey and index; an output component in the body gives the item's result.
- run-workflow, and for-each without a body, start another workflow: create and publish that one first, and use its \
workflowId and the id of its input component as componentId.
- app-action calls an operation of an app: app, version, action and arguments. The arguments of an OpenAPI operation \
are in the groups path, query, header, cookie and body, those of an MCP tool are the tool's.
- agent lets a model work with tools. A tool is a published workflow { workflowId }: create and publish it first, \
with a description and an input that describes its placeholders. Or it is operations of an app \
{ app, version, actions }, with their keys in actions.

A complete example, as the arguments of create_workflow:
${JSON.stringify(EXAMPLE_WORKFLOW)}`;
