import type { Forge } from '../../src/forge/forge.ts'
import type { AnyRecord, World } from './world.ts'

/** Asks as an administrator, who sees everything. */
type Ask = (path: string) => Promise<Response>

function askAs(forge: Forge, token: string): Ask {
  return (path) =>
    forge.fetch(
      new Request(`http://forge.test/api/v3${path}`, { headers: { 'private-token': token } }),
    )
}

/** Numbers that answers give, where a count of the records, or the list itself, gives another one. */
export async function wrongCounts(forge: Forge, world: World, token: string): Promise<string[]> {
  const ask = askAs(forge, token)
  const problems: string[] = []
  for (const project of await everyPage(ask, '/projects/all')) {
    problems.push(...wrongCountsOfProject(world, project))
    problems.push(...(await wrongCountsOfTracker(ask, world, project)))
  }
  return problems
}

function wrongCountsOfProject(world: World, project: AnyRecord): string[] {
  const { id } = project
  const forks = count(world.projects, (one) => one.forked_from_project_id === id)
  const stars = count(world.stars, (one) => one.project_id === id)
  const isOpen = (issue: AnyRecord) =>
    issue.project_id === id && issue.state === 'opened' && issue.deleted_at === null
  const open = project.issues_enabled ? count(world.issues, isOpen) : undefined
  return [
    ...differing(`projects ${id}`, project, { forks_count: forks, star_count: stars }),
    ...differing(`projects ${id}`, project, { open_issues_count: open }),
  ]
}

async function wrongCountsOfTracker(ask: Ask, world: World, { id }: AnyRecord): Promise<string[]> {
  const problems: string[] = []
  for (const mergeRequest of await everyPage(ask, `/projects/${id}/merge_requests`)) {
    const votes = (name: string) =>
      count(
        world.awardEmoji,
        (award) =>
          award.awardable_type === 'MergeRequest' &&
          award.awardable_id === mergeRequest.id &&
          award.name === name,
      )
    problems.push(
      ...differing(`mergeRequests ${mergeRequest.id}`, mergeRequest, {
        upvotes: votes('thumbsup'),
        downvotes: votes('thumbsdown'),
        user_notes_count: comments(world, 'MergeRequest', mergeRequest.id),
      }),
    )
  }
  for (const issue of await everyPage(ask, `/projects/${id}/issues`)) {
    problems.push(
      ...differing(`issues ${issue.id}`, issue, {
        user_notes_count: comments(world, 'Issue', issue.id),
      }),
    )
  }
  return problems
}

function comments(world: World, type: string, id: number): number {
  return count(
    world.notes,
    (note) => note.noteable_type === type && note.noteable_id === id && note.system === false,
  )
}

function count(records: readonly AnyRecord[] = [], holds: (record: AnyRecord) => boolean): number {
  return records.filter(holds).length
}

function differing(
  label: string,
  answer: AnyRecord,
  counted: Readonly<Record<string, number | undefined>>,
): string[] {
  return Object.entries(counted)
    .filter(([field, number]) => answer[field] !== number)
    .map(([field, number]) => `${label}: ${field} is ${answer[field]}, counted ${number}`)
}

/** All entries of a list; nothing where it is refused, as where a feature is switched off. */
async function everyPage(ask: Ask, path: string): Promise<AnyRecord[]> {
  const entries: AnyRecord[] = []
  for (let page = '1'; page !== ''; ) {
    const response = await ask(`${path}?per_page=100&page=${page}`)
    if (response.status !== 200) return entries
    entries.push(...(await response.json()))
    page = response.headers.get('x-next-page') ?? ''
  }
  return entries
}

/** Lists whose X-Total or pages are not what walking them page by page finds. */
export async function wrongTotals(
  forge: Forge,
  paths: readonly string[],
  token: string,
): Promise<string[]> {
  const ask = askAs(forge, token)
  const found = await Promise.all(paths.map((path) => wrongTotal(ask, path)))
  return found.flat()
}

async function wrongTotal(ask: Ask, path: string): Promise<string[]> {
  const walked: string[] = []
  const totals = new Set<string | null>()
  for (let page = '1'; page !== ''; ) {
    const response = await ask(`${path}?per_page=3&page=${page}`)
    if (response.status !== 200) return []
    totals.add(response.headers.get('x-total'))
    for (const entry of await response.json()) walked.push(JSON.stringify(entry))
    page = response.headers.get('x-next-page') ?? ''
  }
  const whole = await (await ask(`${path}?per_page=100`)).json()
  const first = walked.slice(0, 100)
  return [
    ...(totals.size === 1 && totals.has(String(walked.length))
      ? []
      : [`${path}: X-Total is ${[...totals]}, walking finds ${walked.length}`]),
    ...(JSON.stringify(whole) === `[${first.join()}]`
      ? []
      : [`${path}: pages of 3 do not make up the page of 100`]),
  ]
}
