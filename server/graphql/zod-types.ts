import { z } from 'zod';

export const isOptional = (schema: z.core.$ZodType): schema is z.ZodNullable | z.ZodOptional | z.ZodExactOptional =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional;

const isText = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.core.$ZodString ||
  schema instanceof z.ZodEnum ||
  (schema instanceof z.ZodUnion && schema.options.every(isText));

type Scalar = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' | 'JSON';

/** The scalar that tells it; JSON where none does. */
export const scalarOf = (schema: z.core.$ZodType): Scalar => {
  if (schema instanceof z.ZodUUID) return 'ID';
  if (isText(schema)) return 'String';
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'Int' : 'Float';
  return schema instanceof z.ZodBoolean ? 'Boolean' : 'JSON';
};
