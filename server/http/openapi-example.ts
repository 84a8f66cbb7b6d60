/** A JSON schema as the API document has it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  examples?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  format?: string;
  pattern?: string;
};

type Schemas = Readonly<Record<string, JsonSchema>>;

/** No schema refers to itself, but a document may. */
const DEEPEST = 8;

/** A value that a schema accepts: what it must have, filled in. `schemas` are the document's, by name. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, depth = 0): unknown {
  if (depth > DEEPEST) return null;
  const within = (one: JsonSchema) => exampleOf(one, schemas, depth + 1);
  if (schema.$ref) {
    const named = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return named ? within(named) : null;
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.enum?.length) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return within(choice);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(within));
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, one]) => [name, within(one)]),
      );
    case 'array':
      return schema.items
        ? Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => within(schema.items ?? {}))
        : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1);
    case 'boolean':
      return true;
    case 'string':
      return textOf(schema);
    case 'null':
      return null;
    default:
      return {};
  }
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-12-01',
  'date-time': '2026-12-01T09:00:00Z',
  email: 'ada@example.com',
  uuid: '3f2b8c1e-5d4a-4c7b-9e6f-0a1b2c3d4e5f',
  uri: 'https://example.com',
  time: '09:00',
};

/** Tried in turn where a schema has a pattern. */
const TEXTS = [
  'Text',
  'CA',
  '10.00',
  '10',
  '94607',
  'text',
  '1A4060300000001000000001',
  '+15105550100',
  '#2e7d32',
  '09:00',
];

function textOf({ format, pattern, minLength = 0 }: JsonSchema): string {
  const known = format === undefined ? undefined : BY_FORMAT[format];
  if (known !== undefined) return known;
  const expression = pattern === undefined ? null : new RegExp(pattern, 'u');
  const found = TEXTS.find((text) => text.length >= minLength && (expression?.test(text) ?? true));
  return found ?? 'Text'.padEnd(minLength, '.');
}
