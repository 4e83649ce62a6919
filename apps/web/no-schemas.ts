/**
 * Stands in for zod/mini in the browser, which reads of a call only where it goes: the server
 * checks what it is sent and what it answers. Whoever parses here after all is told so at once.
 */
const schema: unknown = new Proxy(() => {}, {
  get(_, name) {
    if (/parse/i.test(String(name))) throw new Error('Schemas are left out of the browser’s code')
    return schema
  },
  apply: () => schema,
})

export {
  schema as array,
  schema as boolean,
  schema as coerce,
  schema as email,
  schema as enum,
  schema as extend,
  schema as gte,
  schema as includes,
  schema as int,
  schema as iso,
  schema as literal,
  schema as lte,
  schema as maxLength,
  schema as minLength,
  schema as nullable,
  schema as number,
  schema as object,
  schema as optional,
  schema as overwrite,
  schema as pipe,
  schema as record,
  schema as refine,
  schema as regex,
  schema as string,
  schema as toLowerCase,
  schema as transform,
  schema as trim,
  schema as url,
  schema as uuid,
}
