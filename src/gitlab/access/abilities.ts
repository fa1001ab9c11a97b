/** The access levels by name (`access_level` of members). */
export const level = {
  none: 0,
  guest: 10,
  /** Of GitLab 17.7 and after: plans issues, and reads no more code than a guest. */
  planner: 15,
  reporter: 20,
  developer: 30,
  master: 40,
  owner: 50,
} as const

/** Who has an ability without being a member: nobody, whoever is signed in, or everyone. */
type NonMembers = 'nobody' | 'signed in' | 'everyone'

interface Rule {
  /** The access level from which on a member has the ability. */
  readonly from: number
  /** Who else has it on a project that they may see. */
  readonly beyondMembers: NonMembers
  /** Nobody has it on an archived project, which is read-only. */
  readonly endsWithArchiving?: boolean
  /** The part of the project that it is about: nobody has it where that is off, and members alone where it is theirs. */
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
 * What may be done to a project, and from which access level on. The specification names owners,
 * administrators and "permission"; the levels are those of GitLab 8.15.
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
  /** Labels, milestones and boards. */
  admin_planning: members(level.planner),
  create_note: signedIn(level.guest),
  read_internal_notes: members(level.reporter),
  admin_notes: members(level.master),
  /** Guests of a private project do not read its merge requests: they show code. Planners do, who came later. */
  read_merge_requests: within('merge_requests', everyone(level.planner)),
  create_merge_request: within('merge_requests', untilArchived(members(level.developer))),
  admin_merge_requests: within('merge_requests', untilArchived(members(level.developer))),
  resolve_notes: members(level.developer),
  create_snippet: within('snippets', members(level.reporter)),
  admin_snippets: within('snippets', members(level.master)),
  read_wiki: within('wiki', everyone(level.guest)),
  create_wiki: within('wiki', untilArchived(members(level.developer))),
  /** Planners remove pages too (`deleteWikiPage`). */
  admin_wiki: within('wiki', untilArchived(members(level.master))),
  /** Everything in the repository: whoever a public or internal project is open to has it. */
  download_code: within('repository', everyone(level.reporter)),
  push_code: within('repository', untilArchived(members(level.developer))),
  read_commit_statuses: everyone(level.reporter),
  create_commit_statuses: members(level.developer),
  /** Where the builds are not public: otherwise whoever sees the project reads them. */
  read_builds: within('builds', members(level.reporter)),
  update_builds: within('builds', members(level.developer)),
  read_deployments: within('environments', members(level.reporter)),
} as const satisfies Record<string, Rule>
export type ProjectRule = Rule
export type ProjectAbility = keyof typeof projectAbilities

/** What may be done to a group, and from which access level on. */
export const groupAbilities = {
  create_projects: members(level.master),
  admin_planning: members(level.planner),
  admin_members: members(level.owner),
  read_deploy_tokens: members(level.master),
  read_runners: members(level.master),
  admin_group: members(level.owner),
} as const satisfies Record<string, Rule>
export type GroupAbility = keyof typeof groupAbilities
