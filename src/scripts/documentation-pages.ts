import type { DescribedApi } from './described-api.ts'
import { type Json, type JsonObject, methods, type OpenApiDocument } from './openapi-document.ts'

const generated = '<!-- Written by `npm run docs` from schemas/. Do not edit. -->'

/** Returns the generated pages of `docs/`, by file name. */
export function documentationPages(
  apis: readonly DescribedApi[],
): Readonly<Record<string, string>> {
  const documents = apis.map(({ document }) => document)
  return {
    'operations.md': [
      '# Operations',
      generated,
      `Every operation that Forgery serves, by API and resource. An operation that two APIs have has one id: faults, the
journal and coverage speak of both. *Access* says who may call an operation at all: everyone (where the project is
public), a signed-in user, or an administrator. What a member of a project may do there is checked beyond that.
Of v3, the operations marked *extension* are those of GitLab 8.15 that its specification does not name: they are
served, and \`forgery verify\` holds no server to them.`,
      ...documents.flatMap((document) => [
        `## ${titleOf(document)}: paths below \`${basePathOf(document)}\``,
        ...writeOperations(document),
      ]),
      '',
    ].join('\n\n'),
    'choices.md': [
      '# Choices where the specification is silent',
      generated,
      `Where the specification of an API leaves something open, Forgery does what that release did (GitLab 18 for v4, 8.15
for v3), as far as that is known. Each choice is marked \`x-unspecified\` in [schemas/](../schemas), and no real
server is held to it.`,
      ...documents.flatMap((document) => [`## ${titleOf(document)}`, writeChoices(document)]),
      '## Where GitLab 8.15 answered otherwise than the specification of v3 says',
      `Marked \`x-released\`: the specification decides. \`forgery verify\` reports a real server that answers
as GitLab 8.15 did with the verdict \`as released\`, and as a failure with \`--strict\`. It
fails it without that where the specification says of the operation itself that deleting what is gone
answers 200; elsewhere that only follows from the rule for every \`DELETE\`.`,
      ...documents.map(writeReleased).filter((text) => text !== ''),
    ].join('\n\n'),
    'not-served.md': [
      '# What GitLab had and Forgery does not serve',
      generated,
      `What is known of GitLab 18 (Free) in v4, and all of GitLab 8.15 in v3, that is no operation of Forgery, by subject. A request to
one of these is a 404, or a 405 where the path has other methods; the log and \`forge.verifyNoUnhandled()\` name it
([journal.md](journal.md)). What Forgery serves is in
[operations.md](operations.md); what Premium and Ultimate have beyond Free is in neither.`,
      ...apis.flatMap(({ document, unserved }) => [
        `## ${titleOf(document)}: paths below \`${basePathOf(document)}\``,
        writeUnserved(unserved).trimEnd(),
      ]),
      '',
    ].join('\n\n'),
  }
}

/** Writes one row for each subject, with its requests. */
function writeUnserved(subjects: DescribedApi['unserved']): string {
  const rows = subjects.map(({ about, why, instead = '', paths }) => [
    about,
    Object.entries(paths)
      .map(([path, verbs]) => `\`${verbs.join(', ')} ${path}\``)
      .join(', '),
    why,
    instead,
  ])
  return table(['What', 'Requests', 'Why not', 'What to do instead'], rows)
}

/** Returns the name of an API, such as `v4`. */
function titleOf({ info }: OpenApiDocument): string {
  return `v${(info as { version: string }).version}`
}

/** Returns the base path of a document from the address of its server. */
function basePathOf({ servers }: OpenApiDocument): string {
  const [server] = servers as { url: string }[]
  return server?.url.replace('{base_url}', '') ?? ''
}

/** Writes a heading and a table for each resource. */
function writeOperations(document: OpenApiDocument): string[] {
  const rows = new Map<string, string[][]>()
  for (const { method, path, operation } of operationsOf(document)) {
    const [tag = ''] = operation.tags as string[]
    const row = [
      `\`${method} ${path}\``,
      `\`${operation.operationId as string}\``,
      accessWords[operation['x-access'] as keyof typeof accessWords],
      `${operation.summary as string}${operation['x-extension'] ? ' *(extension)*' : ''}`,
    ]
    rows.set(tag, [...(rows.get(tag) ?? []), row])
  }
  return [...rows].flatMap(([tag, found]) => [
    `### ${tag}`,
    table(['Request', 'Operation', 'Access', 'What it does'], found).trimEnd(),
  ])
}

const accessWords = { public: 'everyone', user: 'user', admin: 'administrator' } as const

/** Writes the known deviations of GitLab 8.15, one row for each situation. */
function writeReleased(document: OpenApiDocument): string {
  const rows = operationsOf(document).flatMap(({ name, operation }) =>
    ((operation['x-released'] ?? []) as JsonObject[]).map(
      ({ specified, answered, is_failure: isFailure, description }) => [
        `\`${name}\``,
        String(specified),
        String(answered),
        String(description),
        isFailure ? 'failure' : 'as released',
      ],
    ),
  )
  if (rows.length === 0) return ''
  return table(
    ['Operation', 'Specified', 'GitLab 8.15', 'What it did', 'In `forgery verify`'],
    rows,
  )
}

/** Writes the choices where the specification is silent: one row for each choice, with all its places. */
function writeChoices(document: OpenApiDocument): string {
  const places = new Map<string, string[]>()
  for (const [place, choice] of choicesOf(document)) {
    const known = places.get(choice) ?? []
    if (!known.includes(place)) places.set(choice, [...known, place])
  }
  const rows = [...places].map(([choice, where]) => [
    where.map((place) => `\`${place}\``).join(', '),
    choice,
  ])
  return table(['Where', 'What was chosen, and why'], rows)
}

type Choice = readonly [place: string, choice: string]

function choicesOf(document: OpenApiDocument): Choice[] {
  const { schemas = {}, parameters = {} } = document.components
  return [
    ...operationsOf(document).flatMap(({ name, operation }) => choicesUnder(operation, name)),
    ...Object.entries(parameters).flatMap(([, parameter]) => choicesUnder(parameter, 'parameter')),
    ...Object.entries(schemas).flatMap(([name, schema]) => choicesUnder(schema, name)),
  ]
}

function operationsOf(document: OpenApiDocument) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const verb = method.toUpperCase()
      return [{ name: `${verb} ${path}`, method: verb, path, operation }]
    }),
  )
}

/** Finds the choices in a part of the document; names along the way become part of the place. */
function choicesUnder(value: Json | undefined, place: string): Choice[] {
  if (Array.isArray(value)) return value.flatMap((entry) => choicesUnder(entry, place))
  if (typeof value !== 'object' || value === null) return []
  const here = isParameter(value) ? `${place} ${value.name}` : place
  const own = value['x-unspecified']
  const below = Object.entries(value).flatMap(([key, part]) => {
    if (key !== 'properties') return choicesUnder(part, here)
    const separator = here.includes(' ') ? ' ' : '.'
    return Object.entries(part as JsonObject).flatMap(([field, schema]) =>
      choicesUnder(schema, `${here}${separator}${field}`),
    )
  })
  return typeof own === 'string' ? [[here, own], ...below] : below
}

function isParameter(value: JsonObject): value is JsonObject & { name: string } {
  return typeof value.name === 'string' && typeof value.in === 'string'
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
}
