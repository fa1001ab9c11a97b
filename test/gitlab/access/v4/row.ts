import type { OperationId, OperationTag } from '../../../../src/contract/generated/v4/contract.ts'
import type { Contracts } from '../../../../src/contract/operation-contract.ts'

/** Who is let in without being a member, where the project or the group is open to them. */
type Beyond = 'nobody' | 'signed in' | 'everyone'

export interface Rule {
  /** What the operation is of: it is not found by whoever does not see that. */
  readonly of: 'the instance' | 'the group' | 'the project'
  /** The level from which on a member may; 60 for administrators alone. */
  readonly from: 0 | 10 | 20 | 30 | 40 | 50 | 60
  readonly beyond: Beyond
  /** What those below are answered, where it is not a 403. */
  readonly refusal?: number
  /** What those are answered who do not see it, where it is not a 404. */
  readonly hidden?: number
  /** What nobody in particular is answered who may not, where it is not the 401 or the 404 of the rule. */
  readonly anonymous?: number
  /** Administrators may, though `refusal` is a 404: it is not of a record of somebody's own. */
  readonly administrators?: 'may'
  /** External users may not, though they are signed in. */
  readonly refusesExternal?: true
  /** Members below this level do not see it in a private project; 20 for code and merge requests. */
  readonly hiddenBelow?: 20
  /** Where it comes from. */
  readonly reason: string
}

/** The rules that many operations have; levels are those of the permissions table in GitLab 18's user documentation. */
export const rules = {
  'signed in': {
    of: 'the instance',
    from: 0,
    beyond: 'signed in',
    reason: 'It is of the caller, or of what the caller may see.',
  },
  everyone: {
    of: 'the instance',
    from: 0,
    beyond: 'everyone',
    reason: 'It is open to anyone, and shows what the caller may see.',
  },
  administrator: {
    of: 'the instance',
    from: 60,
    beyond: 'nobody',
    reason: 'The specification names administrators alone.',
  },
  'sees the group': {
    of: 'the group',
    from: 10,
    beyond: 'everyone',
    reason: 'Whoever sees a group sees its members, projects and issues.',
  },
  'owner of the group': {
    of: 'the group',
    from: 50,
    beyond: 'nobody',
    reason: 'Group owners and administrators change a group.',
  },
  'sees the project': {
    of: 'the project',
    from: 10,
    beyond: 'everyone',
    reason: 'Guests see the project and its tracker.',
  },
  'reads the code': {
    of: 'the project',
    from: 20,
    beyond: 'everyone',
    reason: 'Code is read from reporter up in a private project, and by everyone in an open one.',
  },
  'takes part': {
    of: 'the project',
    from: 10,
    beyond: 'signed in',
    reason: 'Whoever sees the project and is signed in writes issues and comments.',
  },
  planner: {
    of: 'the project',
    from: 20,
    beyond: 'nobody',
    reason: 'Issues are planned from planner up; of the callers here that is reporter.',
  },
  'planner of the group': {
    of: 'the group',
    from: 20,
    beyond: 'nobody',
    reason:
      'Labels, milestones and boards are planned from planner up; of the callers here that is reporter.',
  },
  developer: {
    of: 'the project',
    from: 30,
    beyond: 'nobody',
    reason: 'Developers write the code and what is made of it.',
  },
  maintainer: {
    of: 'the project',
    from: 40,
    beyond: 'nobody',
    reason: 'Maintainers change a project.',
  },
  'owner of the project': {
    of: 'the project',
    from: 50,
    beyond: 'nobody',
    reason: 'Owners of the project, or of the group that holds it, remove it.',
  },
} as const satisfies Readonly<Record<string, Rule>>

/**
 * Who may ask an operation, and what it is asked with in the permission world (permission-world.ts), so that whoever
 * may is served. A rule of its own stands beside the name of the nearest one.
 */
export interface Row extends Partial<Rule> {
  readonly who: keyof typeof rules
  /** The values of the path, where they are not those of `pathValues`. */
  readonly path?: Readonly<Record<string, string>>
  readonly parameters?: Readonly<Record<string, unknown>>
  /** What those are answered who may, where it is not the success of the contract. */
  readonly answered?: number
  /** Nothing is there to be written in the permission world: what is taken away is not there. */
  readonly writesNothing?: true
  /** The scope `read_user` is enough. */
  readonly readsUsers?: true
}

/** A row for each operation of a tag of the contract: `satisfies RowsOf<'Metadata'>` misses none. */
export type RowsOf<Tag extends OperationTag> = {
  readonly [Id in OperationId as Contracts['v4']['traits'][Id]['tag'] extends Tag ? Id : never]: Row
}

/** What the names in paths stand for: the first record of each kind, where a row says nothing else. */
export const pathValues: Readonly<Record<string, string>> = {
  branch: 'feature',
  sha: 'master',
  ref_name: 'master',
  tag_name: 'plain',
  job_id: '1',
  pipeline_id: '1',
  issue_iid: '1',
  merge_request_iid: '1',
  snippet_id: '1',
  deployment_id: '1',
  note_id: '1',
  key_id: '1',
  email_id: '1',
  user_id: '10',
}
