/** The subset of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  propertyNames?: JsonSchema;
  description?: string;
  format?: string;
  default?: unknown;
}

const supportedKeywords = new Set(
  '$ref type anyOf oneOf allOf enum const properties required additionalProperties items minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems pattern propertyNames description format default'.split(
    ' ',
  ),
);

export type Resolve = (ref: string) => JsonSchema;

/** The violations of a schema, with their paths. An unknown keyword of the schema is an error. */
export function violations(schema: JsonSchema, value: unknown, resolve: Resolve, at = '$'): string[] {
  for (const word of Object.keys(schema)) {
    if (!supportedKeywords.has(word)) throw new Error(`${word} is a word of JSON Schema not understood here`);
  }
  const inner = (one: JsonSchema, held = value, path = at) => violations(one, held, resolve, path);
  const found: string[] = [];
  if (schema.$ref) found.push(...inner(resolve(schema.$ref)));
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const tried = options.map((option) => inner(option));
    if (tried.every((wrong) => wrong.length > 0)) {
      found.push(...(tried.toSorted((a, b) => deepest(b) - deepest(a))[0] ?? []));
    }
  }
  for (const part of schema.allOf ?? []) found.push(...inner(part));
  if (schema.enum && !schema.enum.includes(value)) found.push(`${at} is none of ${schema.enum.join(', ')}`);
  if ('const' in schema && schema.const !== value) found.push(`${at} is not ${String(schema.const)}`);
  if (schema.type && ![schema.type].flat().some((type) => isOf(type, value))) {
    return [...found, `${at} is ${value === null ? 'null' : typeof value}, not ${String(schema.type)}`];
  }
  if (typeof value === 'number') found.push(...numberViolations(schema, value, at));
  if (typeof value === 'string') found.push(...textViolations(schema, value, at));
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) found.push(`${at} has too few items`);
    if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) found.push(`${at} has too many items`);
    if (schema.items) {
      for (const [index, item] of value.entries())
        found.push(...inner(schema.items, item, `${at}[${index}]`));
    }
  } else if (typeof value === 'object' && value !== null) {
    found.push(...memberViolations(schema, value as Record<string, unknown>, at, inner));
  }
  return found;
}

const deepest = (wrong: string[]) => Math.max(...wrong.map((one) => one.split(/[.[]/).length));

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function numberViolations(schema: JsonSchema, value: number, at: string): string[] {
  const isIn =
    value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (schema.maximum ?? Number.POSITIVE_INFINITY) &&
    value > (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
    value < (schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  return isIn ? [] : [`${at} is ${value}, out of its range`];
}

function textViolations(schema: JsonSchema, value: string, at: string): string[] {
  const length = [...value].length;
  const isOfLength =
    length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? Number.POSITIVE_INFINITY);
  const fits = !schema.pattern || new RegExp(schema.pattern, 'u').test(value);
  return [
    ...(isOfLength ? [] : [`${at} has ${length} characters`]),
    ...(fits ? [] : [`${at} does not match ${schema.pattern ?? ''}`]),
  ];
}

function memberViolations(
  schema: JsonSchema,
  value: Record<string, unknown>,
  at: string,
  inner: (schema: JsonSchema, value: unknown, at: string) => string[],
): string[] {
  const found: string[] = [];
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) found.push(`${at}.${name} is missing`);
  }
  for (const [name, held] of Object.entries(value)) {
    const known = schema.properties?.[name];
    const path = `${at}.${name}`;
    if (known) found.push(...inner(known, held, path));
    else if (schema.additionalProperties === false) found.push(`${path} is not in the schema`);
    else if (typeof schema.additionalProperties === 'object') {
      found.push(...inner(schema.additionalProperties, held, path));
    }
  }
  return found;
}
