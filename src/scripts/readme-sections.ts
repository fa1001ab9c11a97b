import { type Json, type JsonObject, methods, type OpenApiDocument } from './openapi-document.ts'

/** The sections of the README that the contract tells, by the name in their markers. */
export function readmeSections(document: OpenApiDocument): Readonly<Record<string, string>> {
  return { coverage: writeCoverage(document), choices: writeChoices(document) }
}

/** Puts each section between `<!-- NAME -->` and `<!-- /NAME -->`; throws where a marker is missing. */
export function fillReadme(readme: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((text, [name, section]) => {
    const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`]
    const [start, end] = [text.indexOf(open), text.indexOf(close)]
    if (start < 0 || end < start) throw new Error(`README.md has no section ${open.trim()}`)
    return `${text.slice(0, start)}${open}\n${section}\n${text.slice(end)}`
  }, readme)
}

/** How many operations each resource has. */
function writeCoverage(document: OpenApiDocument): string {
  const counts = new Map<string, number>()
  for (const { operation } of operationsOf(document)) {
    const [tag = ''] = operation.tags as string[]
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  const rows = [...counts].map(([tag, count]) => [tag, String(count)])
  return table(['Resource', 'Operations'], rows)
}

/** What the specification leaves open, and what was chosen: one row a choice, with all its places. */
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
      return operation ? [{ name: `${method.toUpperCase()} ${path}`, operation }] : []
    }),
  )
}

/** The choices in a part of the document; names on the way to them join the place. */
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
