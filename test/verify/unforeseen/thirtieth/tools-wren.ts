import type { Ask } from '../server.ts'
import { behind, type Call, changed, newProject, type Values, writeFile } from '../shared-tools.ts'

/** Makes a project whose first commit starts two builds; the second waits for the first. */
export async function configured(ask: Ask, given: Values = {}): Promise<number> {
  const project = await newProject(ask, { builds_enabled: true, ...given })
  const content =
    'stages: [build, test]\none:\n  stage: build\n  script: [make]\ntwo:\n  stage: test\n  script: [make]\n'
  await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
  return project
}

/** What stands before the first character outside the basic plane. */
export function beforeWideCharacter(text: string): string {
  const wide = [...text].findIndex((character) => character.length > 1)
  return wide < 0 ? text : [...text].slice(0, wide).join('')
}

/** Base64 of bytes that were read as UTF-8 and written again. */
export function throughText(content: string): string {
  try {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    const again = new TextEncoder().encode(new TextDecoder().decode(bytes))
    return btoa([...again].map((byte) => String.fromCharCode(byte)).join(''))
  } catch {
    return content
  }
}

export interface Relation {
  readonly url: URL
  readonly name: string
}

/** The relations of a Link header. */
export function relationsOf(headers: Headers): readonly Relation[] {
  const found = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([a-z]+)"/g)
  return [...found].map(([, url = '', name = '']) => ({ url: new URL(url), name }))
}

/** The Link header of a response, with each address changed in place. */
export function relinked({ headers }: Response, change: (url: URL, name: string) => void): string {
  return relationsOf(headers)
    .map(({ url, name }) => {
      change(url, name)
      return `<${url.href}>; rel="${name}"`
    })
    .join(', ')
}

/** The page that a relation leads to. */
export const pageParameter = (headers: Headers, name: string) =>
  relationsOf(headers)
    .find((relation) => relation.name === name)
    ?.url.searchParams.get('page')

/** A list of nothing instead of a refusal, with the headers of a list. */
export function emptyListAnswer({ request, given }: Call, refused: Response): Response {
  const size = String(given.per_page ?? 20)
  const url = new URL(request.url)
  url.searchParams.set('page', '1')
  url.searchParams.set('per_page', size)
  const headers = new Headers(refused.headers)
  const list = {
    'content-type': 'application/json',
    link: `<${url.href}>; rel="first", <${url.href}>; rel="last"`,
    'x-total': '0',
    'x-total-pages': '1',
    'x-per-page': size,
    'x-page': String(given.page ?? 1),
    'x-next-page': '',
    'x-prev-page': '',
  }
  headers.delete('content-length')
  for (const [name, value] of Object.entries(list)) headers.set(name, value)
  return new Response('[]', { status: 200, headers })
}

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}

/** A gateway that writes the Link header of every list anew. */
export const behindLists = (linkOf: (response: Response, request: Request) => string) =>
  behind((response, request) =>
    response.headers.has('link')
      ? changed(response, (json) => json, { link: linkOf(response, request) })
      : response,
  )
