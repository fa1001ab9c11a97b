import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { joinOpenApiDocument } from '../../src/scripts/openapi-document.ts'

const schemas = fileURLToPath(new URL('../../schemas/v3', import.meta.url))
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-schemas-'))
  cpSync(schemas, folder, { recursive: true })
  mkdirSync(join(folder, 'paths/extensions'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const operation = (mark: string) => `/planets:
  get:
    operationId: listPlanets
    summary: The planets.
    tags: [Planets]
    x-access: user
${mark}    responses: { "200": { description: The planets. } }
`

it('takes operations beyond the specification from paths/extensions/', () => {
  writeFileSync(join(folder, 'paths/extensions/planets.yaml'), operation('    x-extension: true\n'))
  expect(joinOpenApiDocument(folder).paths['/planets']?.get).toMatchObject({
    operationId: 'listPlanets',
    'x-extension': true,
  })
})

it('refuses an operation beyond the specification that is not marked as one', () => {
  writeFileSync(join(folder, 'paths/extensions/planets.yaml'), operation(''))
  expect(() => joinOpenApiDocument(folder)).toThrow(
    'paths/extensions/planets.yaml: listPlanets must have x-extension: true',
  )
})

it('refuses the mark on an operation of the specification', () => {
  writeFileSync(join(folder, 'paths/planets.yaml'), operation('    x-extension: true\n'))
  expect(() => joinOpenApiDocument(folder)).toThrow(
    'paths/planets.yaml: listPlanets must not have x-extension',
  )
})

it('adds methods beyond the specification to its paths, and refuses one that it has', () => {
  const file = join(folder, 'paths/extensions/planets.yaml')
  const ofProject = operation('    x-extension: true\n').replace('/planets', '/projects/{id}')
  const specified = joinOpenApiDocument(folder).paths['/projects/{id}']
  writeFileSync(file, ofProject.replace('get:', 'patch:'))
  const { patch, ...others } = joinOpenApiDocument(folder).paths['/projects/{id}'] ?? {}
  expect(patch).toMatchObject({ operationId: 'listPlanets', 'x-extension': true })
  expect(others).toEqual(specified)
  writeFileSync(file, ofProject)
  expect(() => joinOpenApiDocument(folder)).toThrow(
    'paths/extensions/planets.yaml: get /projects/{id} stands in another file too',
  )
})

it('refuses a path that two files claim', () => {
  writeFileSync(join(folder, 'paths/planets.yaml'), operation(''))
  writeFileSync(join(folder, 'paths/stars.yaml'), operation(''))
  expect(() => joinOpenApiDocument(folder)).toThrow('/planets stands in another file too')
})
