import type { OperationId } from '../../contract/operation-contract.ts'
import { isUrl } from '../../shared/is-url.ts'
import { type Exchange, type Failure, type Result, storyOf } from '../results.ts'

/**
 * Puts failures together that have one cause: a fault shows in many places, and each check that meets it says it in
 * words of its own. Failures are of one cause where
 *
 * - they say the same (`Result.cause`), or the same of two aspects in one chapter;
 * - they are of one operation and one side of it, such as its effect or its pages, and of a common field or parameter
 *   as far as they name any;
 * - they are of reads of one resource that show a common field otherwise.
 *
 * A cause that shows nowhere but after a write that failed is told with that write: in the same story at the same
 * record, or in a chapter whose last write it is.
 */
export function mergeCauses(
  failures: readonly Failure[],
  isRead: (operation: OperationId) => boolean,
): readonly Failure[] {
  const causes: Fact[][] = []
  for (const [index, failure] of failures.entries()) {
    const fact = factOf(failure, index, isRead(failure.result.operation))
    const same = causes.find((facts) => facts.some((one) => haveOneCause(one, fact)))
    if (same) same.push(fact)
    else causes.push([fact])
  }
  const following = new Map<Fact[], Fact[]>()
  for (const facts of causes) {
    const origin = causes.find(
      (others) =>
        others !== facts &&
        !following.has(others) &&
        facts.every((fact) => others.some((other) => followsFrom(fact, other))),
    )
    if (origin) following.set(facts, origin)
  }
  return causes
    .filter((facts) => !following.has(facts))
    .map((facts) => {
      const consequences = causes.filter((others) => following.get(others) === facts)
      return together([...facts, ...consequences.flat()].map(({ failure }) => failure))
    })
}

function together([first, ...rest]: readonly Failure[]): Failure {
  if (!first) throw new Error('a cause has no failure')
  const others = rest.flatMap((failure) => [failure.result, ...failure.others])
  return { ...first, others: [...first.others, ...others] }
}

/** What a failure says of its cause. */
interface Fact {
  readonly failure: Failure
  readonly result: Result
  /** In which order failures were first seen. */
  readonly index: number
  /** The write that is at fault; undefined where a read is. */
  readonly write: Exchange | undefined
  /** What of an operation is wrong. */
  readonly side: string
  /** The fields that are shown otherwise; none where it does not say. */
  readonly fields: ReadonlySet<string>
  /** Those, and the parameters that were not heeded. */
  readonly names: ReadonlySet<string>
  /** The records that it names: `build 293`, the SHA of a commit. */
  readonly records: ReadonlySet<string>
}

function haveOneCause(one: Fact, other: Fact): boolean {
  const [result, second] = [one.result, other.result]
  const isSaidTwice =
    result.source === second.source &&
    result.expected === second.expected &&
    result.received === second.received
  if (isSaidTwice) return true
  if (one.side !== other.side) return false
  if (result.operation === second.operation) {
    return one.names.size === 0 || other.names.size === 0 || meet(one.names, other.names)
  }
  const areReads = !one.write && !other.write && result.resource === second.resource
  return areReads && meet(one.fields, other.fields)
}

function followsFrom(fact: Fact, earlier: Fact): boolean {
  if (!earlier.write) return false
  const isLater = fact.index > earlier.index && storyOf(fact.result) === storyOf(earlier.result)
  if (isLater && meet(fact.records, earlier.records)) return true
  const [last = ''] = fact.result.before?.at(-1)?.split(' ') ?? []
  return !fact.write && last === earlier.result.operation
}

const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].some((name) => other.has(name))

function factOf(failure: Failure, index: number, isRead: boolean): Fact {
  const { result } = failure
  const exchanges = result.exchanges ?? []
  const write = isRead ? undefined : exchanges.findLast(({ request }) => request.method !== 'GET')
  const fields = fieldsOf(result, write)
  const parameters = isRead && fields.size === 0 ? parametersOf(exchanges.at(-1)) : []
  return {
    failure,
    result,
    index,
    write,
    side: sideOf(result.aspect),
    fields,
    names: new Set([...fields, ...parameters]),
    records: recordsOf(result),
  }
}

/** Aspects of who may call an operation, and of its pages; each of the others is one side but those of what it does. */
const sides: Readonly<Record<string, string>> = {
  permission: 'access',
  sudo: 'access',
  'sudo-refused': 'access',
  'sudo-unknown': 'access',
  unauthenticated: 'access',
  'wrong-token': 'access',
  'private-project': 'access',
  'private-group': 'access',
  'forbidden-for-users': 'access',
  public: 'access',
  credential: 'access',
  pagination: 'pages',
  sort: 'order',
  order_by: 'order',
  order: 'order',
  place: 'forms',
  encoding: 'forms',
  form: 'forms',
  'compared-access': 'access',
  'compared-header': 'pages',
  unknown: 'gone',
  idempotent: 'gone',
}

const alone = new Set(['status', 'media-type', 'refusal', 'missing', 'invalid'])

function sideOf(aspect: string): string {
  const [head = ''] = aspect.split(':')
  if (aspect === 'schema' || alone.has(head)) return aspect
  return sides[head] ?? 'effect'
}

/** Aspects whose names end with that of a field or a parameter. */
const ofFields = /^(?:read-back|parameter|filter|default|field|unique|unknown|compared):(\w+)/

/** A field of a record, as checks that know the record say it: `title of issue 5: "Before"`. */
const fieldOfRecord = /^"?([a-z_]+)(?:\.[\w.]*)? of [a-z]/

/** The fields that a failure names. Of what a write did, only those that it was sent, or that it was to keep. */
function fieldsOf(
  { aspect, expected = '' }: Result,
  write: Exchange | undefined,
): ReadonlySet<string> {
  const [, ofAspect] = ofFields.exec(aspect) ?? []
  const isKept = aspect.startsWith('keeps:')
  const [, shown] = (isKept ? /^([a-z_]+)[. ]/ : fieldOfRecord).exec(expected) ?? []
  const isOfRequest = shown !== undefined && (!write || isKept || isSent(write, shown))
  return new Set([ofAspect, isOfRequest ? shown : undefined].flatMap((name) => name ?? []))
}

function isSent({ request: { body = '', url } }: Exchange, name: string): boolean {
  return body.includes(`"${name}"`) || `&${body}`.includes(`&${name}=`) || url.includes(`${name}=`)
}

/** What a read was asked by, but for its pages and who asks. */
function parametersOf(exchange: Exchange | undefined): readonly string[] {
  if (!exchange || !isUrl(exchange.request.url)) return []
  const names = [...new URL(exchange.request.url).searchParams.keys()]
  return names
    .map((name) => name.replace('[]', ''))
    .filter((name) => !['page', 'per_page', 'private_token', 'sudo'].includes(name))
}

function recordsOf({ expected = '', received = '' }: Result): ReadonlySet<string> {
  const said = `${expected} ${received}`
  const [, record] = /^(?:[\w.]+ of )?([a-z][a-z ]* \S+): /.exec(expected) ?? []
  return new Set([
    ...(record === undefined ? [] : [record]),
    ...(said.match(/\b[0-9a-f]{40}\b/g) ?? []),
  ])
}
