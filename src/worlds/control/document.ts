import { z } from 'zod'
import { message } from './answer-schemas.ts'
import { pathsOf } from './routes/find.ts'
import { controlRoutes } from './routes/index.ts'
import type { ControlRoute } from './routes/route.ts'

type Json = Record<string, unknown>

const foreignHost = 'The server does not answer under the name of the header Host.'

/**
 * Responses of refused calls that many calls share: the status, its description, and a predicate for the calls that
 * have it.
 */
const commonRefusals: readonly (readonly [
  status: number,
  description: string,
  isOf: (route: ControlRoute, path: string) => boolean,
])[] = [
  [400, 'The body is not what it must be; the message says where.', ({ body }) => !!body],
  [401, 'The control token is missing or wrong.', () => true],
  [403, 'Control is off, or the call lacks a header that says that it is meant.', () => true],
  [
    404,
    'There is no such world, or what the path names in it is not there.',
    ({ subject, body }, path) => subject === 'world' || !!body || path.includes('{'),
  ],
  [413, 'The body has more than 32 MiB.', ({ body }) => !!body],
  [421, foreignHost, () => true],
]

/**
 * The addresses below `/_forge` that need no token. The server answers them itself, without the schemas of the control
 * calls.
 */
const openPaths: Readonly<Record<string, Json>> = {
  '/_forge/health': {
    get: openOperation('getHealth', 'Whether the server is up.', {
      type: 'object',
      properties: { status: { const: 'ok' } },
      required: ['status'],
      additionalProperties: false,
    }),
  },
  '/_forge/openapi.json': {
    get: openOperation('getControlDocument', 'This document.', { type: 'object' }),
  },
}

/** Returns the OpenAPI document of the control address, from the same schemas that validate its calls. */
export function controlDocument(): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = { ...openPaths }
  for (const route of controlRoutes) {
    for (const path of pathsOf(route)) {
      const place = `/_forge${path}`
      paths[place] = {
        ...paths[place],
        [route.method.toLowerCase()]: operation(route, path, schemas),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control of Forgery',
      version: '1',
      description:
        'What a suite does to the worlds of a running forge. Calls without a world in their path mean the world that the request reaches, by `/w/NAME` before `/_forge`, the header X-Forge-World or the cookie forge_world; the default one otherwise. Calls that change something carry `Content-Type: application/json` or `X-Forge-Control: 1`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:8080' }],
    security: [{}, { controlToken: [] }],
    tags: [
      { name: 'server', description: 'The worlds of the server.' },
      { name: 'world', description: 'One world.' },
    ],
    paths,
    components: {
      schemas,
      securitySchemes: { controlToken: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function openOperation(operationId: string, summary: string, schema: Json): Json {
  return {
    operationId,
    summary,
    tags: ['server'],
    security: [],
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema } } },
      421: { description: foreignHost, content: jsonContent(message, {}, 'output') },
    },
  }
}

function operation(route: ControlRoute, path: string, schemas: Json): Json {
  const { operationId, summary, subject, body, success, refusals = {} } = route
  const isOfNamedWorld = subject === 'world' && path !== route.path
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const common = commonRefusals.filter(([, , isOf]) => isOf(route, path))
  const all = { ...Object.fromEntries(common), ...refusals }
  return {
    operationId: isOfNamedWorld ? `${operationId}OfWorld` : operationId,
    summary,
    tags: [subject],
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...queryParameters(route.query),
    ],
    ...(body
      ? { requestBody: { required: true, content: jsonContent(body, schemas, 'input') } }
      : {}),
    responses: {
      [success.status]: { description: 'Done.', ...successContent(success.body, schemas) },
      ...Object.fromEntries(
        Object.entries(all).map(([status, description]) => [
          status,
          { description, content: jsonContent(message, schemas, 'output') },
        ]),
      ),
    },
  }
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(field, { io: 'input' })
    return { name, in: 'query', required: false, schema }
  })
}

function successContent(body: ControlRoute['success']['body'], schemas: Json): Json {
  if (body === undefined) return {}
  if (body === 'events') return { content: { 'text/event-stream': { schema: { type: 'string' } } } }
  return { content: jsonContent(body, schemas, 'output') }
}

/** Turns schemas with an id into components; others are inlined. */
function jsonContent(schema: z.ZodType, schemas: Json, io: 'input' | 'output'): Json {
  const written = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const { $schema: _, $defs = {}, ...own } = renamed(written)
  Object.assign(schemas, $defs)
  return { 'application/json': { schema: own } }
}

/** Points references to the place of schemas in an OpenAPI document. */
function renamed(schema: object): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
