import { readApiPath } from '../../contract/base-paths.ts'
import { createForge } from '../../forge/create-forge.ts'
import { judgedApis } from '../../verify/contract/judged-api.ts'
import { type VerifyOptions, verify } from '../../verify/index.ts'
import {
  COMPARISON_SECONDS,
  FORGE_COMPARISON,
  isComparedByDefault,
  QUICK_RESPONSE,
} from '../../verify/run/forge-comparison.ts'
import { counted } from '../command.ts'

/** The counts of what a run creates and changes. */
interface WritePlan {
  readonly requests: number
  readonly writes: number
  readonly users: number
  readonly administrators: number
  readonly groups: Visible
  readonly projects: Visible
  readonly hooks: number
  /** The number of hooks whose deliveries the command receives itself. */
  readonly heardHooks: number
  /** The number of writes of each setting of the instance, except those that restore it. */
  readonly settings: ReadonlyMap<string, number>
}

/** The total number, and the number that is visible to others. */
interface Visible {
  readonly count: number
  readonly shown: number
}

/** The response times for which the duration of a run is estimated, in milliseconds. */
const latencies = [20, 100]

/** The options for a counted run: a forge in this process, and the reader of its journal. */
export type CountedServer = Required<
  Pick<VerifyOptions, 'url' | 'token' | 'fetch' | 'timeout' | 'journal' | 'hookReceiver'>
>

/**
 * Counts what a run would write, by running it on a forge in this process. No request is sent to the server. A server
 * with another configuration may get slightly more or fewer requests.
 */
async function countWrites(run: (server: CountedServer) => Promise<unknown>): Promise<WritePlan> {
  const hookReceiver = createHookReceiver()
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch: hookReceiver.deliver })
  const made = { users: 0, administrators: 0, groups: 0, projects: 0, hooks: 0, heardHooks: 0 }
  const shown = { groups: 0, projects: 0 }
  const settings = new Map<string, number>()
  const announced = new Set<string>()
  let requests = 0
  let writes = 0
  const fetch = async (request: Request) => {
    const path = readApiPath(new URL(request.url).pathname)?.below.slice(1) ?? ''
    const sent = request.method === 'GET' ? {} : await bodyOf(request)
    const answer = await forge.fetch(request)
    requests++
    if (request.method !== 'GET') writes++
    // Writes that restore a setting are not announced by such a line, and a refused value changes nothing.
    const isChange = path === 'application/settings' && announced.delete(namesOf(sent))
    if (isChange && answer.status === 200) {
      for (const name of Object.keys(sent)) settings.set(name, (settings.get(name) ?? 0) + 1)
    }
    if (request.method !== 'POST' || answer.status !== 201) return answer
    const kind = path.startsWith('projects/user/') ? 'projects' : path
    if (kind !== 'users' && kind !== 'groups' && kind !== 'projects' && kind !== 'hooks')
      return answer
    made[kind]++
    if (sent.admin === true) made.administrators++
    if (kind === 'hooks' && String(sent.url).startsWith(hookReceiver.url)) made.heardHooks++
    const { visibility_level = 0, visibility = 'private' } = sent
    const isShown = Number(visibility_level) > 0 || sent.public === true || visibility !== 'private'
    if ((kind === 'groups' || kind === 'projects') && isShown) shown[kind]++
    return answer
  }
  await run({
    url: 'http://forge.test',
    token: 'root-token',
    fetch,
    // Other processes may use the processor, so a slow response must not count as a timeout.
    timeout: 600_000,
    hookReceiver,
    journal: (line) => {
      const { event, what, to = {} }: ChangeLine = JSON.parse(line)
      if (event === 'changes' && what === 'application settings') announced.add(namesOf(to))
    },
  })
  return {
    requests,
    writes,
    ...made,
    groups: { count: made.groups, shown: shown.groups },
    projects: { count: made.projects, shown: shown.projects },
    settings,
  }
}

/** Receives the deliveries of the forge in this process. */
function createHookReceiver() {
  const url = 'http://hooks.test'
  const bodies = new Map<string, string[]>()
  return {
    url,
    received: (address: string): readonly string[] => bodies.get(address) ?? [],
    async deliver(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init)
      if (!request.url.startsWith(url)) throw new TypeError('This forge has no network.')
      bodies.set(request.url, [...(bodies.get(request.url) ?? []), await request.text()])
      return new Response()
    },
  }
}

interface ChangeLine {
  readonly event: string
  readonly what?: string
  readonly to?: object
}

const namesOf = (values: object) => Object.keys(values).sort().join()

async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (!request.headers.get('content-type')?.includes('json')) return {}
  return JSON.parse(await request.clone().text())
}

/**
 * Describes exactly what `forgery verify` will create and change, without sending requests; `hearsHooks` states whether
 * it listens for deliveries.
 */
export function describeWrites(
  options: VerifyOptions,
  journal: string,
  hearsHooks: boolean,
): Promise<string> {
  const { api, only, skip = [], readOnly, instance, concurrency } = options
  const head = `What \`forgery verify\` writes to ${options.url}, as the same run writes it to a forge in this process:`
  const isCompared = isComparedByDefault(options)
  const count = ({ hookReceiver, ...server }: CountedServer) => {
    const run = verify({
      ...server,
      ...(hearsHooks ? { hookReceiver } : {}),
      ...(api ? { api } : {}),
      ...(only ? { only } : {}),
      // How much of it there will be depends on the server.
      ...(isCompared ? { skip: [FORGE_COMPARISON] } : { skip }),
      ...(readOnly ? { readOnly } : {}),
      ...(instance ? { instance } : {}),
      ...(concurrency === undefined ? {} : { concurrency }),
    })
    return run.summary
  }
  return describePlan(head, options, journal, count, isCompared ? [comparisonOf(options)] : [])
}

/** A part of a plan, with its title. */
type Section = readonly [title: string, lines: readonly string[]]

/**
 * Describes what a run will create and change, its extent and duration, and what others may notice, by running it on a
 * forge in this process.
 */
export async function describePlan(
  head: string,
  options: Pick<VerifyOptions, 'api' | 'instance' | 'rate' | 'concurrency'>,
  journal: string,
  run: (server: CountedServer) => Promise<unknown>,
  further: readonly Section[] = [],
): Promise<string> {
  const plan = await countWrites(run)
  if (plan.writes === 0) {
    return `${head}\n\n  Nothing: it sends ${number(plan.requests)} requests, all of them GET.\n`
  }
  const sections = [
    [
      'Made, and removed at the end; every name has the same word, forgery- and eight characters',
      madeLines(plan),
    ],
    ...(options.instance
      ? ([['Changed for everybody, and put back after each chapter', changedLines(plan)]] as const)
      : []),
    ['For how long', durationLines(plan, options)],
    ...further,
    ['What others may notice', noticedLines(plan, options)],
    [
      'If it is killed',
      [`\`forgery verify --clean-up ${journal}\` removes and puts back what it left.`],
    ],
  ] as const
  return [
    head,
    ...sections.map(
      ([title, lines]) => `\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    ),
    '',
  ].join('\n')
}

function madeLines(plan: WritePlan): string[] {
  const { users, administrators, groups, projects, hooks, heardHooks } = plan
  const seen = ({ shown }: Visible) => (shown === 0 ? '' : `, ${shown} of them public or internal`)
  const admins =
    administrators === 0 ? '' : `, ${counted(administrators, 'administrators')} among them`
  return [
    `${counted(users, 'users')}${admins}`,
    `${counted(groups.count, 'groups')}${seen(groups)}`,
    `${counted(projects.count, 'projects')}${seen(projects)}, with what is in them; none is anybody else's`,
    ...(hooks === 0
      ? []
      : [
          `${counted(hooks - heardHooks, 'system hooks')}, each for a chapter, to names that no host has (.invalid)`,
        ]),
    ...(heardHooks === 0
      ? []
      : [
          `${counted(heardHooks, 'system hooks')} to this machine, where the server reaches it: what is pushed meanwhile, by anybody, is delivered to them`,
        ]),
  ]
}

function changedLines({ settings }: WritePlan): string[] {
  if (settings.size === 0) return ['no setting of the instance']
  const rows = [...settings].sort(([one], [other]) => one.localeCompare(other))
  return [
    ...rows.map(([name, times]) => `${name}, ${counted(times, 'times')}`),
    'Values that a setting does not take are sent as well, which a server refuses.',
  ]
}

function durationLines(
  { requests, writes }: WritePlan,
  options: Pick<VerifyOptions, 'rate' | 'concurrency'>,
): string[] {
  const { rate = Number.POSITIVE_INFINITY, concurrency = 8 } = options
  const seconds = (latency: number) =>
    Math.ceil(Math.max(requests / rate, (requests * latency) / 1000 / concurrency))
  const times = latencies.map(
    (latency) => `${seconds(latency)} s where an answer takes ${latency} ms`,
  )
  return [
    `${number(requests)} requests, ${number(writes)} of them writes, at most ${concurrency} at once:`,
    `at least ${times.join(', ')}.`,
  ]
}

function comparisonOf({ concurrency = 8 }: VerifyOptions): Section {
  return [
    `Then, if the server takes at most ${QUICK_RESPONSE} ms to respond, the ${FORGE_COMPARISON}`,
    [
      `For at most ${COMPARISON_SECONDS} s, at most ${concurrency} histories of calls at once. Each makes users, groups`,
      'and projects of its own, as above, and removes them at its end.',
      `--skip "${FORGE_COMPARISON}" leaves it out.`,
    ],
  ]
}

function noticedLines(
  { hooks, settings }: WritePlan,
  { api, instance }: Pick<VerifyOptions, 'api' | 'instance'>,
): string[] {
  const { isInstanceWritten } = judgedApis[api ?? 'v3']
  return [
    'The users stand in lists and searches, and take seats of a licence, until they are removed.',
    'Public and internal groups and projects, and their events, stand in lists that everybody sees.',
    'System hooks and integrations that there are hear of all that is made and removed.',
    'The server may send mail to the addresses of the users, and to the owner of the token, who owns the groups.',
    'Counters of ids go on from where they come to.',
    ...(hooks > 0
      ? ['The server tries to deliver to the system hooks as long as they are there.']
      : []),
    ...(settings.size > 0
      ? [
          'Whoever signs up, creates a project or pushes while a setting is changed meets the changed one.',
        ]
      : []),
    ...(instance
      ? []
      : [
          `Settings of the instance and system hooks are not written${isInstanceWritten ? ': that needs --instance.' : '.'}`,
        ]),
  ]
}

const number = (value: number) => value.toLocaleString('en-US')
