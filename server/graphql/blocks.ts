import { z } from 'zod';
import { blockSchema, readBlock, type SourceReading } from '../../schema/blocks.ts';
import { builder } from './builder.ts';
import { isOptional, scalarOf } from './zod-types.ts';

const pascal = (name: string): string => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const typeName = (type: string): string => `${pascal(type)}Block`;

/** A block, or an object within one, by the names of its fields. */
type Part = Readonly<Record<string, unknown>>;
type Read = Part & { readonly typeName: string; readonly type: string; readonly title: string; readonly json: unknown };

/** What stands in a log, as a `Block`. */
export const blockOf = (recorded: unknown): Read => {
  const { block, ...every } = readBlock(recorded);
  return { ...block, ...every, typeName: block ? typeName(block.type) : 'UnknownBlock' };
};

export const Block = builder.interfaceRef<Read>('Block').implement({
  description: 'What a tool shows above the prose.',
  resolveType: (block) => block.typeName,
  fields: (t) => ({
    type: t.string({ resolve: ({ type }) => type }),
    title: t.string({ resolve: ({ title }) => title }),
    json: t.field({
      type: 'JSON',
      nullable: true,
      description: 'All of it, as it stands in the log.',
      resolve: ({ json }) => json,
    }),
  }),
});

builder.objectRef<Read>('UnknownBlock').implement({
  description: 'A block of a type that this server does not know: another wrote it. `json` tells it.',
  interfaces: [Block],
});

const elementOf = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodArray ? elementOf(schema.element) : schema;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A field by its name and type. An object in it is a type of its own: the items of a `ListBlock` are `ListBlockItem`s. */
const describe = (owner: string, [name, declared]: [string, z.core.$ZodType]) => {
  const schema = isOptional(declared) ? declared.unwrap() : declared;
  const element = elementOf(schema);
  const type =
    element instanceof z.ZodObject ? objectOf(owner + pascal(name.replace(/s$/, '')), element) : scalarOf(element);
  const depth = schema instanceof z.ZodArray ? (schema.element instanceof z.ZodArray ? 2 : 1) : 0;
  return { name, type, depth, nullable: isOptional(declared) };
};

type PartType = Parameters<ReturnType<typeof builder.objectRef<Part>>['implement']>[0];
type FieldBuilder = Parameters<NonNullable<PartType['fields']>>[0];

const fieldsOf = (owner: string, shape: z.core.$ZodShape) => {
  const described = Object.entries(shape).map((entry) => describe(owner, entry));
  return (t: FieldBuilder) =>
    Object.fromEntries(
      described.map(({ name, type, depth, nullable }) => {
        if (depth === 0) return [name, t.field({ type, nullable, resolve: (part) => part[name] })];
        const item = depth === 2 ? t.listRef(type) : type;
        return [name, t.field({ type: [item], nullable, resolve: (part) => listOf(part[name]) })];
      }),
    );
};

const objectOf = (name: string, { shape }: z.ZodObject) =>
  builder.objectRef<Part>(name).implement({ fields: fieldsOf(name, shape) });

/** Every block of the registry is a type of its own, with fields of the same names. */
for (const { shape } of blockSchema.options) {
  const { type, title: _, ...own } = shape;
  const name = typeName(type.value);
  builder.objectRef<Read>(name).implement({ interfaces: [Block], fields: fieldsOf(name, own) });
}

export const Source = builder.objectRef<SourceReading>('Source').implement({
  description: 'A citation: `[n]` in prose means the n-th of them, from 1.',
  fields: (t) => ({
    title: t.exposeString('title'),
    url: t.exposeString('url', { nullable: true, description: 'http or https; null where it leads nowhere.' }),
    snippet: t.exposeString('snippet', { nullable: true }),
  }),
});
