import { productName } from '@doorman/domain/brand'
import * as z from 'zod/mini'
import { pathParameters, type Endpoint } from './endpoint.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** The contract as an OpenAPI 3.1 document, for clients that are not written in TypeScript. */
export function toOpenApi(modules: readonly Readonly<Record<string, unknown>>[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const module of modules)
    for (const [name, endpoint] of Object.entries(module)) {
      if (!isEndpoint(endpoint)) continue
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(name, endpoint) }
    }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '1' },
    paths,
    components: { schemas: { Refusal: refusal } },
  }
}

const refusal = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A sentence for the user' },
    code: { type: 'string' },
    field: { type: 'string', description: 'The input field at fault, if it is one' },
    upgradeRequired: { type: 'boolean' },
  },
}

function toOperation(operationId: string, endpoint: Endpoint) {
  const input = toSchema(endpoint.input, 'input')
  const inPath = pathParameters(endpoint.path)
  const inQuery = endpoint.method === 'GET' ? Object.keys(input.properties ?? {}) : []
  const parameters = Object.entries(input.properties ?? {})
    .filter(([name]) => inPath.includes(name) || inQuery.includes(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || (input.required ?? []).includes(name),
      schema,
    }))
  const isInBody = (name: string) => !parameters.some((parameter) => parameter.name === name)
  const bodyFields = Object.entries(input.properties ?? {}).filter(([name]) => isInBody(name))
  return {
    operationId,
    summary: endpoint.summary,
    parameters,
    ...(bodyFields.length > 0 && {
      requestBody: json({
        type: 'object',
        properties: Object.fromEntries(bodyFields),
        required: (input.required ?? []).filter(isInBody),
      }),
    }),
    responses: {
      200: { description: 'Success', ...json(toSchema(endpoint.reply, 'output')) },
      default: { description: 'Refusal', ...json({ $ref: '#/components/schemas/Refusal' }) },
    },
  }
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function json(schema: object) {
  return { content: { 'application/json': { schema } } }
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
