import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { pageHeaderNames } from '../contract/header-names.ts'

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export interface OpenApiDocument extends JsonObject {
  paths: Record<string, Record<string, JsonObject>>
  components: Record<string, JsonObject>
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/**
 * Joins `openapi.yaml`, `paths/*.yaml` and `resources/*.json` of a folder of schemas into one OpenAPI 3.1 document, and
 * adds what common rules give every operation (see the head of `schemas/v3/openapi.yaml`). Throws where two files
 * define the same operation, or two of the specification the same path.
 */
export function joinOpenApiDocument(folder: string): OpenApiDocument {
  const document = parse(readFileSync(join(folder, 'openapi.yaml'), 'utf8')) as OpenApiDocument
  document.components.schemas = readResources(join(folder, 'resources'))
  const credentials = Object.keys(document.components.securitySchemes ?? {})
  document.paths = {}
  const tags = new Set<string>()
  for (const file of pathFiles(folder)) {
    const paths = parse(readFileSync(join(folder, file), 'utf8')) as OpenApiDocument['paths']
    for (const [path, item] of Object.entries(paths)) {
      const known = document.paths[path]
      if (known && !isExtension(file))
        throw new Error(`${file}: ${path} stands in another file too`)
      const joined = known ?? {}
      document.paths[path] = joined
      for (const method of methods) {
        const operation = item[method]
        if (!operation) continue
        if (joined[method]) throw new Error(`${file}: ${method} ${path} stands in another file too`)
        checkExtensionMark(file, operation)
        const complete = completeOperation(structuredClone(operation), credentials)
        joined[method] = complete
        addMovedProject(document, method, complete)
        addListsByKeys(document, complete)
        for (const tag of operation.tags as string[]) tags.add(tag)
      }
    }
  }
  document.tags = [...tags].map((name) => ({ name, description: `Operations on ${name}.` }))
  return document
}

/** Lists the files of paths: those of the specification, then extensions, which can add methods to its paths. */
export function pathFiles(folder: string): string[] {
  return ['paths', 'paths/extensions'].flatMap((part) =>
    existsSync(join(folder, part))
      ? filesOf(join(folder, part), '.yaml').map((file) => `${part}/${file}`)
      : [],
  )
}

function isExtension(file: string): boolean {
  return file.startsWith('paths/extensions/')
}

/** Checks that `x-extension: true` marks exactly the operations under paths/extensions/. */
function checkExtensionMark(file: string, operation: JsonObject): void {
  const isBeyond = isExtension(file)
  if (isBeyond === (operation['x-extension'] === true)) return
  const rule = isBeyond ? 'must have x-extension: true' : 'must not have x-extension'
  throw new Error(`${file}: ${String(operation.operationId)} ${rule}`)
}

/**
 * Reads resources: `user-brief.json` becomes the schema `UserBrief`, and references to the file refer to that schema. A
 * resource that another API shares is referenced in its folder, as `../../v3/resources/identity.json`, and included
 * with its own references. Throws where two files have the same name.
 */
function readResources(folder: string): JsonObject {
  const files = filesOf(folder, '.json').map((file) => join(folder, file))
  const schemas = new Map<string, JsonObject>()
  const origins = new Map<string, string>()
  for (const file of files) {
    const name = pascalCase(basename(file, '.json'))
    const origin = origins.get(name)
    if (origin === file) continue
    if (origin !== undefined) throw new Error(`${file} and ${origin} have one name`)
    origins.set(name, file)
    const text = readFileSync(file, 'utf8').replace(
      /"\$ref":\s*"((?:\.\.\/\.\.\/v\d+\/resources\/)?[a-z0-9-]+\.json)"/g,
      (_, path: string) => {
        files.push(join(dirname(file), path))
        return `"$ref": "#/components/schemas/${pascalCase(basename(path, '.json'))}"`
      },
    )
    const { $schema: _, ...schema } = JSON.parse(text) as JsonObject
    schemas.set(name, schema)
  }
  return Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** `credentials` are the names of the security schemes. */
function completeOperation(operation: JsonObject, credentials: readonly string[]): JsonObject {
  const parameters = [...((operation.parameters ?? []) as JsonObject[])]
  operation.parameters = parameters
  const responses = operation.responses as Record<string, JsonObject>
  if (operation['x-paginated']) {
    // A parameter that the operation defines itself overrides the common one.
    const own = parameters.map((one) => (one as JsonObject).name)
    const missing = ['page', 'per_page'].filter((name) => !own.includes(name))
    parameters.push(...missing.map((name) => reference('parameters', name)))
    const success = responses['200']
    if (success)
      success.headers = Object.fromEntries(
        pageHeaderNames
          .filter((name) => !operation['x-uncounted'] || !name.startsWith('X-Total'))
          .map((name) => [name, reference('headers', name)]),
      )
  }
  const body = operation.requestBody as { content: Record<string, Json> } | undefined
  const bodySchema = body?.content['application/json']
  if (body && bodySchema) body.content['application/x-www-form-urlencoded'] = bodySchema
  const schemes = credentials.map((name) => ({ [name]: [] }))
  operation.security = operation['x-access'] === 'public' ? [{}, ...schemes] : schemes
  responses['400'] ??= reference('responses', 'BadRequest')
  responses['401'] ??= reference('responses', 'Unauthorized')
  responses['403'] ??= reference('responses', 'Forbidden')
  // On any path: sudo as an unknown user is answered with 404 (`schemas/v3/openapi.yaml`).
  responses['404'] ??= reference('responses', 'NotFound')
  return operation
}

/** Where an API resolves former paths of projects, adds the redirect to every operation on a project. */
function addMovedProject(document: OpenApiDocument, method: string, operation: JsonObject): void {
  const isOfProject = (operation.parameters as JsonObject[]).some(
    (parameter) => resolve(document, parameter)['x-record'] === 'project',
  )
  if (!isOfProject || !document.components.responses?.Moved) return
  const responses = operation.responses as Record<string, JsonObject>
  if (method === 'get') responses['301'] ??= reference('responses', 'Moved')
  else responses['405'] ??= reference('responses', 'NotAllowed')
}

/** Where an API has keyset pagination, adds its refusal to every list without it. */
function addListsByKeys(document: OpenApiDocument, operation: JsonObject): void {
  if (!operation['x-paginated'] || !document.components.responses?.NotByKeys) return
  const responses = operation.responses as Record<string, JsonObject>
  responses['405'] ??= reference('responses', 'NotByKeys')
}

function reference(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Resolves a local reference of a document; any other value is returned unchanged. */
export function resolve(document: OpenApiDocument, value: JsonObject): JsonObject {
  if (typeof value.$ref !== 'string') return value
  const [, ...steps] = value.$ref.split('/')
  return steps.reduce<JsonObject>((part, step) => part[step] as JsonObject, document)
}
