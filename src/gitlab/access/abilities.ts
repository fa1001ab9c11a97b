/** The access levels by name (`access_level` of members). */
export const level = {
  none: 0,
  guest: 10,
  /** The level of planners since GitLab 17.7: they plan issues, and read no more code than guests. */
  planner: 15,
  reporter: 20,
  developer: 30,
  master: 40,
  owner: 50,
} as const

/** The users who have an ability without a membership: nobody, signed-in users, or everyone. */
type NonMembers = 'nobody' | 'signed in' | 'everyone'

interface Rule {
  /** The lowest access level of members with the ability. */
  readonly from: number
  /** The other users with the ability on a project that they can see. */
  readonly beyondMembers: NonMembers
  /** Whether nobody has the ability on an archived project, which is read-only. */
  readonly endsWithArchiving?: boolean
  /**
   * The feature of the project that the ability belongs to. Nobody has it where the feature is off, and only members
   * where it is private.
   */
  readonly part?:
    | 'issues'
    | 'merge_requests'
    | 'repository'
    | 'builds'
    | 'snippets'
    | 'wiki'
    | 'environments'
}

const members = (from: number): Rule => ({ from, beyondMembers: 'nobody' })

const signedIn = (from: number): Rule => ({ from, beyondMembers: 'signed in' })
const untilArchived = (rule: Rule): Rule => ({ ...rule, endsWithArchiving: true })

const within = (part: Rule['part'] & string, rule: Rule): Rule => ({ ...rule, part })

const everyone = (from: number): Rule => ({ from, beyondMembers: 'everyone' })

/**
 * The abilities on a project, with their access levels. The specification names owners, administrators and
 * "permission"; the levels are those of GitLab 8.15.
 */
export const projectAbilities = {
  read_project: everyone(level.guest),
  admin_members: members(level.master),
  admin_project: members(level.master),
  own_project: members(level.owner),
  read_runners_token: members(level.master),
  create_issue: within('issues', signedIn(level.guest)),
  read_confidential_issues: within('issues', members(level.planner)),
  admin_issues: within('issues', members(level.planner)),
  /** Managing labels, milestones and boards. */
  admin_planning: members(level.planner),
  create_note: signedIn(level.guest),
  read_internal_notes: members(level.reporter),
  admin_notes: members(level.master),
  /** Reading merge requests. They show code, so guests of a private project cannot; planners, a later level, can. */
  read_merge_requests: within('merge_requests', everyone(level.planner)),
  create_merge_request: within('merge_requests', untilArchived(members(level.developer))),
  admin_merge_requests: within('merge_requests', untilArchived(members(level.developer))),
  resolve_notes: members(level.developer),
  create_snippet: within('snippets', members(level.reporter)),
  admin_snippets: within('snippets', members(level.master)),
  read_wiki: within('wiki', everyone(level.guest)),
  create_wiki: within('wiki', untilArchived(members(level.developer))),
  /** Changing the wiki. Planners remove pages too (`deleteWikiPage`). */
  admin_wiki: within('wiki', untilArchived(members(level.master))),
  /** Reading the repository, which everyone can do who can see a public or internal project. */
  download_code: within('repository', everyone(level.reporter)),
  push_code: within('repository', untilArchived(members(level.developer))),
  read_commit_statuses: everyone(level.reporter),
  create_commit_statuses: members(level.developer),
  /** Reading builds that are not public; public ones can be read by everyone who can see the project. */
  read_builds: within('builds', members(level.reporter)),
  update_builds: within('builds', members(level.developer)),
  read_deployments: within('environments', members(level.reporter)),
} as const satisfies Record<string, Rule>
export type ProjectRule = Rule
export type ProjectAbility = keyof typeof projectAbilities

/** The abilities on a group, with their access levels. */
export const groupAbilities = {
  create_projects: members(level.master),
  admin_planning: members(level.planner),
  admin_members: members(level.owner),
  read_deploy_tokens: members(level.master),
  read_runners: members(level.master),
  admin_group: members(level.owner),
} as const satisfies Record<string, Rule>
export type GroupAbility = keyof typeof groupAbilities
