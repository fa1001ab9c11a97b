import type { ReleaseNumber } from '../../contract/apis.ts'
import { beginningOf } from '../../contract/text-length.ts'
import type { VisibilityLevel } from '../../contract/visibility-levels.ts'
import type { HookRecord } from '../../store/models/hook.ts'
import type { AutoMergeStrategy } from '../../store/models/merge-request.ts'
import { type Authentication, authentication } from '../access/authentication.ts'
import type { Place } from './place.ts'

/**
 * What differs between the releases of GitLab that Forgery speaks, as far as the domain has a rule for it:
 * a field for each rule, which the domain reads of its context (`context.release`) and never decides by a
 * number. The API that is called says which release a request is of; what the forge does by itself (seeds,
 * the clock, runners) is of the release of its world.
 */
export interface Release {
  readonly authentication: Authentication
  /** The status of a change to an e-mail or a username that another user has. */
  readonly statusOfTakenNames: 404 | 409
  /** Whether the settings can have too many requests refused. */
  readonly throttlesRequests: boolean
  /** Whether a password that administrators set for themselves has to be changed at the next sign-in too. */
  readonly expiresOwnPasswords: boolean
  /** Whether what is wrong with an SSH key is said of its text and of its fingerprint apart. */
  readonly namesKeyFingerprints: boolean
  /** Words that no password may contain, nor the names of its user; null where all is allowed. */
  readonly forbiddenPasswordWords: readonly string[] | null
  /** The paths that the files of a commit may have; no others are taken. */
  readonly filePaths: Rule & {
    /** Whether two dots may stand within a name. */
    readonly mayHaveDots: boolean
  }
  /** Whether a comment on a line of a commit is one on the whole where the commit does not change the line. */
  readonly commentsOnChangedLines: boolean
  /** Whether a commit is made where its actions change nothing. */
  readonly commitsWithoutChange: boolean
  /** Whether the key of a variable that there is already is said. */
  readonly namesTakenVariables: boolean
  /** Whether characters that are none of Base64 are passed over in Base64. */
  readonly isBase64Lax: boolean
  /** The branch of a project that has none yet. */
  readonly defaultBranch: string
  /**
   * How a commit is called by the first line of its message: what stands for an empty message, and how a line of so
   * many characters or more is shortened to its beginning.
   */
  readonly commitTitle: {
    readonly none: string
    readonly longFrom: number
    shorten(line: string): string
  }
  /** Paths on the web that stand where a project's would. */
  readonly reservedProjectPaths: ReadonlySet<string>
  readonly groups: {
    /** What they may be called. */
    readonly names: Rule
    /** Whether a name at the root is for one group or user alone; below it a name is for one of the group always. */
    readonly haveUniqueNames: boolean
    readonly maxDescriptionLength: number
    /** Who sees a group of which nothing is said, where that may be given. */
    readonly visibility: VisibilityLevel
    /** What is said of a level below that of one of the projects. */
    belowProjects(visibility: string): string
    /** Whether a group says itself from which level on its members create projects; else masters do. */
    readonly sayWhoCreatesProjects: boolean
  }
  /** The first steps of web addresses that are something else than a user or a group. */
  readonly reservedRootPaths: ReadonlySet<string>
  /** What paths of groups and projects must be beside the rule of all paths, as parts of the names of images. */
  readonly imagePaths: Rule | undefined
  /** What is said of a visibility that only administrators may give. */
  restrictedVisibility(visibility: string): string
  /** Whether the refusal of a project whose name is taken names its namespace too. */
  readonly namesProjectNamespaces: boolean
  /** Whether the paths that a project had before lead to it. */
  readonly leadsToMovedProjects: boolean
  /** What projects may be called. */
  readonly projectNames: Rule
  /** The words before the references to issues that a merge closes, as a pattern. */
  readonly closingWords: string
  /**
   * What a title that says that the work is not done begins with: however often, and as Forgery writes it; and what is
   * noted when it is added and when it is taken away.
   */
  readonly workInProgress: {
    readonly pattern: RegExp
    readonly prefix: string
    readonly added: string
    readonly removed: string
    /** The titles of commits that make a merge request one whose work is not done when they are pushed to it. */
    readonly commits: RegExp | undefined
  }
  /** Whether a fork may be merged into every project of its network, or into its origin alone. */
  readonly mergesWithinForkNetwork: boolean
  /** Whether it is noted whom a new issue or merge request is assigned to, and who is to review it. */
  readonly notesFirstPeople: boolean
  /** Whether guests may plan the issues that they create. */
  readonly guestsPlanNewIssues: boolean
  /** Whether a merge follows the method and the squash option of the project; else it is always a merge commit. */
  readonly mergesAsProjectsSay: boolean
  /** What the message of a merge commit is where nobody gives another, with `%{…}` for what is known then. */
  readonly mergeMessageTemplate: string
  /** What a merge that is to come waits for, and what is noted when it is asked for. */
  readonly autoMerge: { readonly strategy: AutoMergeStrategy; enabled(head: string): string }
  /** Whether it is noted why a merge that was to come will not: what changed. Another target branch is such a change. */
  readonly abortsMerges: boolean
  /** Whether another target branch may be given to a closed merge request. */
  readonly retargetsClosed: boolean
  /** How a note lists the commits of a push, each by its name and title, the oldest first. */
  readonly listsPushedCommits: 'as Markdown' | 'as HTML'
  /** Whether it is known which commit of a push brought a merge request into its target branch. */
  readonly knowsMergingPushes: boolean
  /** Whether a merge request is closed with its source branch, and goes on to the target of one merged into its own. */
  readonly followsRemovedBranches: boolean
  /** What is looked at before a merge, in this order. */
  readonly mergeChecks: readonly MergeCheck[]
  /** The statuses of a merge of what is merged or closed, and of one that git cannot make. */
  readonly statusOfMergeRefusal: { readonly notOpen: 405 | 406; readonly conflicts: 405 | 422 }
  /** Whether a source branch stays that its author wants removed, where whoever merges says so. */
  readonly mergerDecidesRemoval: boolean
  /** Whether authors may vote on what is theirs. */
  readonly authorsVote: boolean
  /** What is said of an emoji that there is not. */
  readonly unknownEmoji: string
  /** Whether a comment of one emoji alone awards it. */
  readonly emojiCommentsAward: boolean
  /** What to-do items are made of. */
  readonly todos: {
    /** Whether a user may have one pending for each action on one target; else one in all. */
    readonly areByAction: boolean
    /** Whether whom a line begins with is addressed, and not only mentioned. */
    readonly knowAddressed: boolean
    /** Whether a changed text makes them for those alone whom it did not mention before. */
    readonly areForNewlyNamed: boolean
  }
  /** Changes of an issue that are noted, beside those that every release notes. */
  readonly notedChanges: ReadonlySet<NotedChange>
  /** Whether the note of an assignment says who was unassigned. */
  readonly namesUnassigned: boolean
  /** What is noted when the last discussion of a merge request is resolved. */
  readonly allResolved: string
  /** What the note says of an issue that is not confidential any more. */
  readonly nonConfidential: string
  /** Why an issue is not moved. */
  readonly moveRefusals: {
    readonly notAllowed: string
    readonly sameProject: string
    /** Why it is not copied. */
    readonly noClone: string
  }
  /** Whether a new project has snippets where nobody says it. */
  readonly newProjectsHaveSnippets: boolean
  /** Whether access to a new group or project may be asked for where nobody says it. */
  readonly newPlacesTakeRequests: boolean
  /** What the files of a snippet may be called. */
  readonly snippetFiles: Rule
  /** Whether issues, comments and snippets of an archived project cannot be written. */
  readonly archivedTrackersAreReadOnly: boolean
  /** Whether a list of issues asks for every label that it is given (AND), or for one of them (OR). */
  readonly labelsJoinedBy: Readonly<Record<Place['kind'], 'AND' | 'OR'>>
  readonly labels: {
    /** The colour of one that a request makes by naming it. */
    readonly color: string
    /** Whether a colour may be given by its name in CSS. */
    readonly knowNamedColors: boolean
  }
  readonly jobs: {
    /** Whether a manual job that may be played is `manual`, and its pipeline waits for it; else it is `skipped`. */
    readonly haveManualState: boolean
    /** Whether a manual job may fail of which the file does not say it. */
    readonly mayFailByHand: boolean
    /** Whether another job is made to run one again; else the same one runs. */
    readonly areRetriedAsNew: boolean
    /** Whether a pipeline of a push cancels those before it of its ref (`auto_cancel_pending_pipelines`). */
    readonly areCanceledByNewer: boolean
    /** Whether merge requests have pipelines of their own. */
    readonly areOfMergeRequests: boolean
    /** What is said of a job that cannot be run again, played or erased. */
    readonly refusals: Readonly<Record<'retry' | 'play' | 'erase', string>>
  }
  /** Hooks of projects. */
  readonly webHooks: {
    /** What one that is added is sent from then on, whoever causes it. */
    readonly payloads: HookRecord['payloads']
    /** Who deliveries say they are by, with ids of their own; undefined where they say nothing. */
    readonly userAgent: string | undefined
    /** Whether those whose receivers fail are left out for a while. */
    readonly restAfterFailures: boolean
  }
  /** What outside services say of commits. */
  readonly commitStatuses: {
    /** Whether one without a ref is of the newest pipeline of the commit; else of the first branch that holds it. */
    readonly joinNewestPipeline: boolean
    /** Whether each author has statuses of their own, under the same names. */
    readonly areByAuthor: boolean
    /** Whether the same state may be said again with something new beside it. */
    readonly mayRepeat: boolean
    /** What is said of a step that is not possible. */
    refusal(step: { readonly event: string; readonly from: string; readonly to: string }): string
  }
}

/** What a text must be, and what is said of one that is not. */
interface Rule {
  readonly pattern: RegExp
  readonly rule: string
}

/** What is looked at before a merge; `build` as GitLab 8.15 did, `pipeline` as later releases do. */
export type MergeCheck =
  | 'state'
  | 'time'
  | 'draft'
  | 'commits'
  | 'conflicts'
  | 'rebase'
  | 'build'
  | 'pipeline'
  | 'discussions'

export type NotedChange = 'description' | 'due_date' | 'discussion_locked' | 'issue_type'

/** `DEFAULT_ISSUE_CLOSING_PATTERN` in lib/gitlab/closing_issue_extractor.rb, its words. */
const closingWords =
  '(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?):?'

function mergeMessageTemplate(reference: string): string {
  const first = "Merge branch '%{source_branch}' into '%{target_branch}'"
  return [first, '%{title}', '%{issues}', `See merge request ${reference}`].join('\n\n')
}

/** The words of a line that have a place in 81 characters beside three dots; of one long word the beginning. */
function firstWords(line: string): string {
  const room = beginningOf(line, 79)
  const end = room.lastIndexOf(' ')
  return `${end > 0 ? room.slice(0, end) : beginningOf(line, 78)}...`
}

export const releases: Readonly<Record<ReleaseNumber, Release>> = {
  '8.15': {
    authentication: authentication['8.15'],
    statusOfTakenNames: 404,
    throttlesRequests: false,
    expiresOwnPasswords: true,
    forbiddenPasswordWords: null,
    namesKeyFingerprints: true,
    // `file_path_regex` in lib/gitlab/regex.rb.
    filePaths: {
      pattern: /^[\p{Alphabetic}\p{M}\p{Nd}_\-@./]*$/u,
      rule: "can contain only letters, digits, '_', '-', '@' and '.'; separate directories with a '/'",
      mayHaveDots: false,
    },
    commentsOnChangedLines: false,
    commitsWithoutChange: false,
    namesTakenVariables: false,
    isBase64Lax: false,
    // What git itself calls the first branch.
    defaultBranch: 'master',
    // `title` and `no_commit_message` in app/models/commit.rb.
    commitTitle: {
      none: '--no commit message',
      longFrom: 101,
      shorten: (line) => `${beginningOf(line, 80)}…`,
    },
    // The lists of app/validators/namespace_validator.rb and project_path_validator.rb, together.
    reservedProjectPaths: new Set(
      `.well-known all assets blame blob commits create create_dir edit files find_file groups hooks
       issues logs_tree merge_requests new preview profile projects public raw repository robots.txt s
       snippets teams tree u unsubscribes update users wikis`.split(/\s+/),
    ),
    // `namespace_name_regex` in lib/gitlab/regex.rb, app/models/namespace.rb.
    groups: {
      names: {
        pattern: /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pd}_. ]*$/u,
        rule: "can contain only letters, digits, '_', '.', dash and space.",
      },
      haveUniqueNames: true,
      maxDescriptionLength: 255,
      visibility: 20,
      belowProjects: () => 'is not allowed since there are projects with higher visibility.',
      sayWhoCreatesProjects: false,
    },
    reservedRootPaths: new Set(
      `.well-known admin all assets ci dashboard files groups help hooks issues merge_requests new
       notes profile projects public repository robots.txt s search services snippets teams u
       unsubscribe users`.split(/\s+/),
    ),
    imagePaths: undefined,
    restrictedVisibility: (visibility) =>
      `${beginningOf(visibility, 1).toUpperCase()}${visibility.slice(1)} visibility has been restricted by the administrator.`,
    namesProjectNamespaces: false,
    leadsToMovedProjects: false,
    projectNames: {
      pattern:
        /^[\p{Alphabetic}\p{Number}\u{a9}-\u{1f9c0}_][\p{Alphabetic}\p{Number}\p{Pd}\u{a9}-\u{1f9c0}_. ]*$/u,
      rule: "can contain only letters, digits, emojis, '_', '.', dash, space. It must start with letter, digit, emoji or '_'.",
    },
    // `issue_closing_pattern` in config/initializers/1_settings.rb.
    closingWords: '(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)):?',
    // `WIP_REGEX` in app/models/merge_request.rb.
    workInProgress: {
      pattern: /^\s*(?:\[WIP\]\s*|WIP:\s*|WIP\s+)+/i,
      prefix: 'WIP: ',
      added: 'marked as a **Work In Progress**',
      removed: 'unmarked as a **Work In Progress**',
      commits: undefined,
    },
    // `validate_fork` in app/models/merge_request.rb.
    mergesWithinForkNetwork: false,
    notesFirstPeople: false,
    guestsPlanNewIssues: false,
    mergerDecidesRemoval: false,
    mergesAsProjectsSay: false,
    // `merge_commit_message` in app/models/merge_request.rb.
    mergeMessageTemplate: mergeMessageTemplate('%{local_reference}'),
    autoMerge: {
      strategy: 'merge_when_pipeline_succeeds',
      enabled: (head) => `enabled an automatic merge when the pipeline for ${head} succeeds`,
    },
    abortsMerges: false,
    retargetsClosed: false,
    listsPushedCommits: 'as Markdown',
    knowsMergingPushes: false,
    followsRemovedBranches: false,
    mergeChecks: ['state', 'draft', 'commits', 'conflicts', 'build', 'discussions'],
    // mergeMergeRequest of schemas/v3/paths/merge-requests.yaml.
    statusOfMergeRefusal: { notOpen: 406, conflicts: 405 },
    // `user_can_award?` in app/models/concerns/awardable.rb, app/models/award_emoji.rb.
    authorsVote: false,
    unknownEmoji: 'is not included in the list',
    // `award_emoji?` in app/models/note.rb.
    emojiCommentsAward: true,
    // app/services/todo_service.rb.
    todos: { areByAction: false, knowAddressed: false, areForNewlyNamed: false },
    // app/services/system_note_service.rb.
    notedChanges: new Set(),
    namesUnassigned: false,
    allResolved: 'resolved all discussions',
    nonConfidential: 'visible',
    archivedTrackersAreReadOnly: false,
    // `default_projects_features` in config/initializers/1_settings.rb.
    newProjectsHaveSnippets: false,
    // The columns `request_access_enabled` of db/schema.rb.
    newPlacesTakeRequests: false,
    // `file_name_regex` in lib/gitlab/regex.rb.
    snippetFiles: {
      pattern: /^[\p{L}\p{N}_\-.@]*$/u,
      rule: "can contain only letters, digits, '_', '-', '@' and '.'.",
    },
    // app/services/issues/move_service.rb.
    moveRefusals: {
      notAllowed: 'Cannot move issue due to insufficient permissions!',
      sameProject: 'Cannot move issue to project it originates from!',
      noClone: 'Cannot clone issue due to insufficient permissions!',
    },
    // `labels` of listIssuesOfProject and listIssuesOfGroup in schemas/v3/paths/issues.yaml.
    labelsJoinedBy: { project: 'OR', group: 'AND', instance: 'OR' },
    // `DEFAULT_COLOR` in app/models/label.rb.
    labels: { color: '#428BCA', knowNamedColors: false },
    jobs: {
      haveManualState: false,
      mayFailByHand: false,
      areRetriedAsNew: false,
      areCanceledByNewer: false,
      areOfMergeRequests: false,
      refusals: {
        retry: 'Build is not retryable',
        play: 'Unplayable Build',
        erase: 'Build is not erasable',
      },
    },
    // app/models/hooks/web_hook.rb.
    webHooks: { payloads: 'v3', userAgent: undefined, restAfterFailures: false },
    commitStatuses: {
      joinNewestPipeline: false,
      areByAuthor: false,
      mayRepeat: true,
      refusal: ({ from, to }) => `Cannot transition status from ${from} to ${to}`,
    },
  },
  '18': {
    authentication: authentication['18'],
    statusOfTakenNames: 409,
    throttlesRequests: true,
    expiresOwnPasswords: false,
    // `FORBIDDEN_WORDS` in lib/security/weak_passwords.rb.
    forbiddenPasswordWords: ['gitlab', 'devops'],
    namesKeyFingerprints: false,
    // Any path that git itself takes.
    filePaths: { pattern: /^/, rule: '', mayHaveDots: true },
    // `post ':id/repository/commits/:sha/comments'` in lib/api/commits.rb.
    commentsOnChangedLines: true,
    // `UserCommitFiles` of Gitaly compares no trees.
    commitsWithoutChange: true,
    namesTakenVariables: true,
    // `Base64.decode64` of Ruby.
    isBase64Lax: true,
    // `default_branch_name` of the instance, where nobody set another.
    defaultBranch: 'main',
    commitTitle: { none: 'No commit message', longFrom: 100, shorten: firstWords },
    // The lists of lib/gitlab/path_regex.rb: `PROJECT_WILDCARD_ROUTES` and `TOP_LEVEL_ROUTES`, together.
    reservedProjectPaths: new Set(
      `- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets
       badges blame blob builds commits create create_dir dashboard deploy.html edit
       environments/folders explore favicon.ico favicon.png files find_file gitlab-lfs/objects groups
       health_check help import info/lfs/objects jwt login new oauth preview profile projects public raw
       refs robots.txt s search sitemap sitemap.xml sitemap.xml.gz slash-command-logo.png snippets tree
       unsubscribe update uploads user users v2 wikis`.split(/\s+/),
    ),
    // `group_name_regex` in lib/gitlab/regex.rb, app/models/group.rb and namespace.rb.
    groups: {
      names: {
        pattern:
          /^[\p{Alphabetic}\p{Nd}\u{a9}-\u{1f9ff}_][\p{Alphabetic}\p{Nd}\p{Pd}\u{a9}-\u{1f9ff}_(). ]*$/u,
        rule: "can contain only letters, digits, emoji, '_', '.', dash, space, parenthesis. It must start with letter, digit, emoji or '_'.",
      },
      haveUniqueNames: false,
      maxDescriptionLength: 500,
      visibility: 0,
      belowProjects: (visibility) =>
        `${visibility} is not allowed since this group contains projects with higher visibility.`,
      sayWhoCreatesProjects: true,
    },
    // `TOP_LEVEL_ROUTES` in lib/gitlab/path_regex.rb.
    reservedRootPaths: new Set(
      `- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets
       dashboard deploy.html explore favicon.ico favicon.png files groups health_check help import jwt
       login oauth profile projects public robots.txt s search sitemap sitemap.xml sitemap.xml.gz
       slash-command-logo.png snippets unsubscribe uploads users v2`.split(/\s+/),
    ),
    // `oci_repository_path_regex` in lib/gitlab/regex.rb.
    imagePaths: {
      pattern: /^[a-zA-Z0-9]+([._-][a-zA-Z0-9]+)*$/,
      rule: "can only include non-accented letters, digits, '_', '-' and '.'. It must not start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'.",
    },
    restrictedVisibility: (visibility) =>
      `${visibility} has been restricted by your GitLab administrator`,
    namesProjectNamespaces: true,
    // `project_moved?` in lib/api/helpers.rb.
    leadsToMovedProjects: true,
    // `project_name_regex` in lib/gitlab/regex.rb.
    projectNames: {
      pattern:
        /^[\p{Alphabetic}\p{Nd}\u{a9}-\u{1f9ff}_][\p{Alphabetic}\p{Nd}\p{Pd}+\u{a9}-\u{1f9ff}_. ]*$/u,
      rule: "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'.",
    },
    closingWords,
    // `merge_request_draft` in lib/gitlab/regex/merge_requests.rb; app/services/system_notes/merge_requests_service.rb.
    workInProgress: {
      pattern: /^(?:(?:\[draft\]|draft:|\(draft\))\s*)+/i,
      prefix: 'Draft: ',
      added: 'marked this merge request as **draft**',
      removed: 'marked this merge request as **ready**',
      // `DRAFT_REGEX` in app/models/commit.rb.
      commits: /^\s*(?:\[draft\]|draft:|\(draft\)|(?:fixup|squash)!\s)/i,
    },
    mergesWithinForkNetwork: true,
    // app/services/issues/create_service.rb; `new_merge_request` in app/services/merge_requests/after_create_service.rb.
    notesFirstPeople: true,
    // app/policies/issue_policy.rb.
    guestsPlanNewIssues: true,
    // `remove_source_branch?` in app/models/merge_request.rb.
    mergerDecidesRemoval: true,
    mergesAsProjectsSay: true,
    // `DEFAULT_MERGE_COMMIT_TEMPLATE` in app/models/merge_request.rb.
    mergeMessageTemplate: mergeMessageTemplate('%{reference}'),
    // app/services/system_notes/merge_requests_service.rb.
    autoMerge: {
      strategy: 'merge_when_checks_pass',
      enabled: (head) => `enabled an automatic merge when all merge checks for ${head} pass`,
    },
    // app/services/system_notes/merge_requests_service.rb and commit_service.rb.
    abortsMerges: true,
    // app/services/merge_requests/update_service.rb.
    retargetsClosed: true,
    listsPushedCommits: 'as HTML',
    // app/services/merge_requests/post_merge_service.rb, `merge_commit_sha`.
    knowsMergingPushes: true,
    followsRemovedBranches: true,
    // `mergeable_state_checks` and `mergeable_git_state_checks` in app/models/merge_request.rb.
    mergeChecks: [
      'state',
      'time',
      'draft',
      'commits',
      'discussions',
      'conflicts',
      'rebase',
      'pipeline',
    ],
    // `merge!` in lib/api/merge_requests.rb.
    statusOfMergeRefusal: { notOpen: 405, conflicts: 422 },
    // app/models/award_emoji.rb.
    authorsVote: true,
    unknownEmoji: 'is not a valid emoji name',
    emojiCommentsAward: false,
    // app/services/todo_service.rb.
    todos: { areByAction: true, knowAddressed: true, areForNewlyNamed: true },
    // app/services/system_notes/issuables_service.rb and time_tracking_service.rb.
    notedChanges: new Set(['description', 'due_date', 'discussion_locked', 'issue_type']),
    namesUnassigned: true,
    // `resolve_all_discussions` in app/services/system_note_service.rb.
    allResolved: 'resolved all threads',
    nonConfidential: 'visible to everyone',
    // `snippets_access_level` is `enabled` at first (projects of the v4 API).
    newProjectsHaveSnippets: true,
    // The columns `request_access_enabled` of db/structure.sql.
    newPlacesTakeRequests: true,
    // `archived_features` in app/policies/project_policy.rb.
    archivedTrackersAreReadOnly: true,
    // Any path that git itself takes.
    snippetFiles: { pattern: /^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$)).+$/u, rule: 'is invalid' },
    // app/services/work_items/data_sync/move_service.rb.
    moveRefusals: {
      notAllowed: 'Cannot move work item due to insufficient permissions.',
      noClone: 'Cannot clone work item due to insufficient permissions.',
      sameProject: 'Cannot move work item to same project or group it originates from.',
    },
    labelsJoinedBy: { project: 'AND', group: 'AND', instance: 'AND' },
    // `DEFAULT_COLOR` in app/models/label.rb.
    labels: { color: '#6699cc', knowNamedColors: true },
    // lib/api/ci/jobs.rb, `allow_failure` in lib/gitlab/ci/config/entry/processable.rb.
    jobs: {
      haveManualState: true,
      mayFailByHand: true,
      areRetriedAsNew: true,
      areCanceledByNewer: true,
      areOfMergeRequests: true,
      refusals: {
        retry: 'Job is not retryable',
        play: 'Unplayable Job',
        erase: 'Job is not erasable!',
      },
    },
    // app/services/web_hook_service.rb and app/models/concerns/web_hooks/auto_disabling.rb.
    webHooks: { payloads: 'v4', userAgent: 'GitLab/18.8.0', restAfterFailures: true },
    // app/services/ci/create_commit_status_service.rb.
    commitStatuses: {
      joinNewestPipeline: true,
      areByAuthor: true,
      mayRepeat: false,
      refusal: ({ event, from }) =>
        `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`,
    },
  },
}

/** The rules of the release whose merges that are to come are of a strategy. */
export function releaseOfStrategy(strategy: AutoMergeStrategy): Release {
  const found = Object.values(releases).find(({ autoMerge }) => autoMerge.strategy === strategy)
  if (!found) throw new Error(`No release has the strategy ${strategy}.`)
  return found
}

/** The release in whose words jobs of merge requests read of them. */
export function releaseOfMergeRequestJobs(): Release {
  const found = Object.values(releases).find(({ jobs }) => jobs.areOfMergeRequests)
  if (!found) throw new Error('No release has pipelines of merge requests.')
  return found
}

/** The release whose payloads a hook of a project is sent. */
export function releaseOfPayloads(payloads: HookRecord['payloads']): Release {
  const found = Object.values(releases).find(({ webHooks }) => webHooks.payloads === payloads)
  if (!found) throw new Error(`No release has the payloads of ${payloads}.`)
  return found
}

/** The release that worlds are of: seeds are written for it, and what the forge does by itself follows it. */
export const worldRelease = releases['8.15']
