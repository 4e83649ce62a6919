/**
 * Replaces zod/mini in the browser's bundle, which saves every page 8 KB.
 *
 * The browser reads only the method and path of an endpoint: the server validates requests and
 * replies. So these builders have the names of zod's, and build nothing. Parsing throws.
 * See docs/decisions/013-no-validation-in-the-browser.md.
 */
type Schema = {
  check(...checks: unknown[]): Schema
  brand(): Schema
  parse(): never
  safeParse(): never
}

const schema: Schema = {
  check: () => schema,
  brand: () => schema,
  parse: refuse,
  safeParse: refuse,
}

function refuse(): never {
  throw new Error('Schemas are left out of the browser bundle and cannot parse')
}

function build(..._arguments: unknown[]): Schema {
  return schema
}

export const coerce = { number: build }
export const iso = { date: build, datetime: build }

export {
  build as array,
  build as boolean,
  build as enum,
  build as extend,
  build as gte,
  build as includes,
  build as int,
  build as literal,
  build as lte,
  build as maxLength,
  build as minLength,
  build as null,
  build as nullable,
  build as number,
  build as object,
  build as optional,
  build as overwrite,
  build as partial,
  build as pipe,
  build as record,
  build as refine,
  build as regex,
  build as string,
  build as toLowerCase,
  build as transform,
  build as trim,
  build as union,
  build as unknown,
  build as url,
  build as uuid,
}
