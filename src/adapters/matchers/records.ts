import { type Visibility, visibilityNames } from '../../contract/visibility-levels.ts'
import type { ReferentField } from '../../seed/records/collections.ts'
import { type Awaitable, after } from '../../shared/awaitable.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { NoteRecord } from '../../store/models/note.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { closest, differenceLines, differingFields, type Fields, withFields } from './comparison.ts'
import { checkExpected } from './expected.ts'
import { checkSubject, type MatcherContext, type MatcherResult } from './matcher.ts'
import { fieldNames, type RecordKind, worldRecords } from './world-records.ts'

/** A record with names in place of the ids of other records: `author: 'jane'` for `author_id: 2`. */
type Named<Record> = {
  readonly [Field in keyof Record as Field extends ReferentField
    ? WithoutId<Field>
    : Field]?: Field extends ReferentField ? string | null : Record[Field]
}

type WithoutId<Field> = Field extends `${infer Name}_id` ? Name : Field

/** An expected issue: fields of the record, with `project` as a path and users by username. */
export type ExpectedIssue = Named<IssueRecord>

/** An expected merge request; `project` is the path of the target project. */
export interface ExpectedMergeRequest extends Named<MergeRequestRecord> {
  readonly project?: string
}

/** An expected note; `on` is its target: `jane/website#1`, `jane/website!1` or a SHA. */
export interface ExpectedNote extends Named<Omit<NoteRecord, 'noteable_id'>> {
  readonly on?: string
}

/** An expected project; `path` begins with its namespace: `jane/website`. */
export interface ExpectedProject extends Named<ProjectRecord> {
  readonly visibility?: Visibility
}

/** An expected user. */
export type ExpectedUser = Named<UserRecord>

/** The names of a kind in messages, and the form of its records in expectations. */
interface Presentation {
  readonly one: string
  /** The singular with its article. */
  readonly any: string
  readonly many: string
  present?(record: Fields): Fields
  nameOf(record: Fields): string
}

/** Records are not validated, so a level can be any number. */
const namesOfLevels: Readonly<Record<number, string>> = visibilityNames

const presentations: Readonly<Record<RecordKind, Presentation>> = {
  issues: {
    one: 'issue',
    any: 'an issue',
    many: 'issues',
    nameOf: ({ project, iid, title }) => `${project}#${iid} ${JSON.stringify(title)}`,
  },
  merge_requests: {
    one: 'merge request',
    any: 'a merge request',
    many: 'merge requests',
    present: (record) => ({ ...record, project: record.target_project }),
    nameOf: ({ project, iid, title }) => `${project}!${iid} ${JSON.stringify(title)}`,
  },
  notes: {
    one: 'note',
    any: 'a note',
    many: 'notes',
    nameOf: ({ on, author, body }) => `on ${on} by ${author}: ${JSON.stringify(body)}`,
  },
  projects: {
    one: 'project',
    any: 'a project',
    many: 'projects',
    present: (record) => ({
      ...record,
      path: `${record.namespace}/${record.path}`,
      visibility: namesOfLevels[Number(record.visibility_level)],
    }),
    nameOf: ({ path }) => String(path),
  },
  users: { one: 'user', any: 'a user', many: 'users', nameOf: ({ username }) => String(username) },
}

/** Makes the matcher for a kind of records. */
export function recordMatcher<Expected extends { readonly [Field in keyof Expected]: unknown }>(
  matcher: string,
  kind: RecordKind,
) {
  const { one, any, present = (record) => record } = presentations[kind]
  const blank = Object.fromEntries(fieldNames(kind).map((name) => [name, undefined]))
  const known = { owner: any, word: 'field', names: Object.keys(present(blank)) } as const
  return function (
    this: MatcherContext,
    subject: unknown,
    expectedFields?: Expected,
  ): Awaitable<MatcherResult> {
    checkSubject(matcher, subject)
    const expected: unknown = expectedFields === undefined ? {} : expectedFields
    checkExpected(matcher, known, expected)
    return after(worldRecords(subject, kind), (all) => {
      const records = all.map(present)
      const found = records.find((record) => differingFields(this, record, expected).length === 0)
      const line = withFields(expected)
      return {
        pass: found !== undefined,
        message: () =>
          found === undefined
            ? [`There is no ${one}${line}.`, ...otherLines(this, kind, records, expected)].join(
                '\n',
              )
            : `There is ${any}${line}: ${presentations[kind].nameOf(found)}.`,
      }
    })
  }
}

/** Describes the existing records instead: the closest one and how it differs, else the last ones by name. */
function otherLines(
  context: MatcherContext,
  kind: RecordKind,
  records: readonly Fields[],
  expected: Fields,
): string[] {
  const { one, many, nameOf } = presentations[kind]
  if (Object.keys(expected).length === 0) return []
  const nearest = closest(context, records, expected, (record) => record)
  if (nearest !== undefined) {
    const lines = differenceLines(context, nearest, expected).map((line) => `  ${line}`)
    return [`The closest is ${nameOf(nearest)}:`, ...lines]
  }
  if (records.length === 0) return [`There are no ${many} at all.`]
  const last = records.slice(-5)
  const heading = records.length > last.length ? `, the last ${last.length} of them` : ''
  const count = records.length === 1 ? `is 1 ${one}` : `are ${records.length} ${many}`
  return [`There ${count}${heading}:`, ...last.map((record) => `  ${nameOf(record)}`)]
}
