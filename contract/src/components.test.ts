import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { components } from './components.ts';

test('a published model refers to the others by name', () => {
  const { schemas } = z.toJSONSchema(components, { io: 'output', uri: (id) => `#/${id}` });
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['UserModel', 'PostModel', 'Problem']));
  expect(schemas['PostModel']?.properties).toMatchObject({
    ownerModel: { $ref: '#/UserModel' },
    photoModelVec: { items: { $ref: '#/PhotoModel' } },
  });
  expect(schemas['FeedItemModel']?.oneOf).toHaveLength(3);
});

test('every model of an answer has a name in the published document', () => {
  const unnamed = Object.entries(calls).flatMap(([key, { answer }]) =>
    fieldsOf(answer)
      .filter(([field]) => /Model(?:Vec)?$/.test(field))
      .map(([field, schema]) => [key, field, inner(schema)] as const)
      .filter(([, , schema]) => !components.has(schema as z.ZodMiniType))
      .map(([key, field]) => `${key} ${field}`),
  );
  expect(unnamed).toEqual([]);
});

/** The fields of an answer; of each shape where an answer has several. */
function fieldsOf(answer: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (answer instanceof z.ZodMiniUnion) return answer.def.options.flatMap(fieldsOf);
  return answer instanceof z.ZodMiniObject ? Object.entries(answer.def.shape) : [];
}

/** Unwraps optional and array schemas. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return inner(schema.def.innerType);
  return schema instanceof z.ZodMiniArray ? inner(schema.def.element) : schema;
}
