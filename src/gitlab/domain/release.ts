import type { ReleaseNumber } from '../../contract/apis.ts'
import { beginningOf } from '../../contract/text-length.ts'
import type { VisibilityLevel } from '../../contract/visibility-levels.ts'
import type { HookRecord } from '../../store/models/hook.ts'
import type { AutoMergeStrategy } from '../../store/models/merge-request.ts'
import { type Authentication, authentication } from '../access/authentication.ts'
import type { Place } from './place.ts'

/**
 * The rules that differ between the releases of GitLab that Forgery serves, one field for each. The domain reads them
 * from its context (`context.release`) and never compares release numbers.
 * A request follows the release of the API that it calls. Seeds, the clock and runners follow the release of the
 * world.
 */
export interface Release {
  readonly authentication: Authentication
  /** The status of the response where an e-mail address or username is taken by another user. */
  readonly statusOfTakenNames: 404 | 409
  /** Whether the settings can limit the rate of requests. */
  readonly throttlesRequests: boolean
  /**
   * Whether a password that administrators set for themselves also expires, so that they have to change it at the
   * next sign-in.
   */
  readonly expiresOwnPasswords: boolean
  /** Whether the errors of an SSH key are listed separately for its text and for its fingerprint. */
  readonly namesKeyFingerprints: boolean
  /**
   * The words that no password may contain, in addition to the names of its user; null where every password is
   * allowed.
   */
  readonly forbiddenPasswordWords: readonly string[] | null
  /** The rule for the paths of files in a commit. */
  readonly filePaths: Rule & {
    /** Whether a name may contain two dots in a row. */
    readonly mayHaveDots: boolean
  }
  /** Whether a comment on a line that the commit does not change becomes a comment on the whole commit. */
  readonly commentsOnChangedLines: boolean
  /** Whether a commit is created even where its actions change nothing. */
  readonly commitsWithoutChange: boolean
  /** Whether the error for a duplicate variable names its key. */
  readonly namesTakenVariables: boolean
  /** Whether decoding Base64 skips characters outside its alphabet. */
  readonly isBase64Lax: boolean
  /** The default branch of a project without branches. */
  readonly defaultBranch: string
  /**
   * The title of a commit, from the first line of its message: the text for an empty message, the length from which a
   * line is shortened, and the function that shortens it.
   */
  readonly commitTitle: {
    readonly none: string
    readonly longFrom: number
    shorten(line: string): string
  }
  /** The paths that no project may have, since web routes of its namespace use them. */
  readonly reservedProjectPaths: ReadonlySet<string>
  readonly groups: {
    /** The rule for names of groups. */
    readonly names: Rule
    /** Whether the name of a top-level group or user is unique. Names within a group always are. */
    readonly haveUniqueNames: boolean
    readonly maxDescriptionLength: number
    /** The default visibility of a group. */
    readonly visibility: VisibilityLevel
    /** Returns the error for a visibility level below that of one of the group's projects. */
    belowProjects(visibility: string): string
    /** Whether a group has a setting for the access level that may create projects in it; else masters may. */
    readonly sayWhoCreatesProjects: boolean
  }
  /** The first path segments that no user or group may have, since web routes use them. */
  readonly reservedRootPaths: ReadonlySet<string>
  /** The additional rule for paths of groups and projects, which become parts of image names; undefined for none. */
  readonly imagePaths: Rule | undefined
  /** Returns the error for a visibility level that is restricted to administrators. */
  restrictedVisibility(visibility: string): string
  /** Whether the error for a duplicate project name also covers its namespace. */
  readonly namesProjectNamespaces: boolean
  /** Whether the former paths of a project still lead to it. */
  readonly leadsToMovedProjects: boolean
  /** The rule for names of projects. */
  readonly projectNames: Rule
  /** The words before references to issues that a merge closes, as a pattern. */
  readonly closingWords: string
  /**
   * The draft mark of a title: the pattern that matches it (repeated or not), the prefix that Forgery writes, and the
   * system notes for adding and removing it.
   */
  readonly workInProgress: {
    readonly pattern: RegExp
    readonly prefix: string
    readonly added: string
    readonly removed: string
    /** The titles of commits that mark a merge request as a draft when they are pushed to it; undefined for none. */
    readonly commits: RegExp | undefined
  }
  /** Whether a fork may be merged into every project of its fork network; else only into its origin. */
  readonly mergesWithinForkNetwork: boolean
  /** Whether the first assignees and reviewers of an issue or merge request get system notes. */
  readonly notesFirstPeople: boolean
  /** Whether guests may set planning attributes (such as labels and milestones) of the issues that they create. */
  readonly guestsPlanNewIssues: boolean
  /**
   * Whether a merge follows the merge method and squash option of the project; else it always creates a merge commit.
   */
  readonly mergesAsProjectsSay: boolean
  /** The default message of a merge commit, with `%{…}` placeholders. */
  readonly mergeMessageTemplate: string
  /** The strategy of auto-merge, and the system note for enabling it. */
  readonly autoMerge: { readonly strategy: AutoMergeStrategy; enabled(head: string): string }
  /** Whether auto-merge is cancelled with a system note that names the reason. A new target branch cancels it too. */
  readonly abortsMerges: boolean
  /** Whether no branch or tag is named as full names of refs are (`refs/heads/x`). */
  readonly refusesFullNames: boolean
  /** Whether the target branch of a closed merge request can change. */
  readonly retargetsClosed: boolean
  /** The format in which a system note lists the commits of a push (short id and title, oldest first). */
  readonly listsPushedCommits: 'as Markdown' | 'as HTML'
  /** Whether a merge request that was merged by a push records the commit that brought it into its target branch. */
  readonly knowsMergingPushes: boolean
  /**
   * Whether removing the source branch closes a merge request, and whether merge requests into a branch that is
   * removed after its own merge are retargeted to where that went.
   */
  readonly followsRemovedBranches: boolean
  /** The checks before a merge, in this order. */
  readonly mergeChecks: readonly MergeCheck[]
  /** The statuses of the response to merging a merge request that is not open, and one that has conflicts. */
  readonly statusOfMergeRefusal: { readonly notOpen: 405 | 406; readonly conflicts: 405 | 422 }
  /** Whether the user who merges can keep a source branch that the author wants removed. */
  readonly mergerDecidesRemoval: boolean
  /** Whether only those who may push to the source project say whether the source branch is removed. */
  readonly pushersDecideRemoval: boolean
  /** Whether authors may vote on their own issues, merge requests and comments. */
  readonly authorsVote: boolean
  /** The error for an unknown emoji. */
  readonly unknownEmoji: string
  /** Whether a comment that consists of one emoji awards it. */
  readonly emojiCommentsAward: boolean
  /** The set of commands that texts can have (tracker/slash-commands/interpret.ts). */
  readonly quickActions: 'first' | 'later'
  /** The rules for to-do items. */
  readonly todos: {
    /** Whether a user may have one pending item per action on a target; else one per target. */
    readonly areByAction: boolean
    /** Whether users mentioned at the beginning of a line are directly addressed, rather than only mentioned. */
    readonly knowAddressed: boolean
    /** Whether an edited text creates items only for users whom it did not mention before. */
    readonly areForNewlyNamed: boolean
    /** Whether users get items for merge requests that can no longer be merged. */
    readonly areForConflicts: boolean
  }
  /** The changes of an issue that get a system note, in addition to those that do in every release. */
  readonly notedChanges: ReadonlySet<NotedChange>
  /** Whether the system note of an assignment names the user who was unassigned. */
  readonly namesUnassigned: boolean
  /** The system note for resolving the last discussion of a merge request. */
  readonly allResolved: string
  /** The words in the system note for an issue that is no longer confidential. */
  readonly nonConfidential: string
  /** The errors where an issue cannot be moved. */
  readonly moveRefusals: {
    readonly notAllowed: string
    readonly sameProject: string
    /** The error where it cannot be cloned. */
    readonly noClone: string
  }
  /** Whether a new project has snippets by default. */
  readonly newProjectsHaveSnippets: boolean
  /** Whether users can request access to a new group or project by default. */
  readonly newPlacesTakeRequests: boolean
  /** The rule for names of snippet files. */
  readonly snippetFiles: Rule
  /** Whether issues, comments and snippets of an archived project are read-only. */
  readonly archivedTrackersAreReadOnly: boolean
  /** Whether a list of issues filters by all given labels (AND) or by any of them (OR). */
  readonly labelsJoinedBy: Readonly<Record<Place['kind'], 'AND' | 'OR'>>
  readonly labels: {
    /** The colour of a label that a request creates by naming it. */
    readonly color: string
    /** Whether colours can be given by their CSS names. */
    readonly knowNamedColors: boolean
  }
  readonly jobs: {
    /** Whether a playable manual job has the status `manual` and makes its pipeline wait; else it is `skipped`. */
    readonly haveManualState: boolean
    /** Whether manual jobs allow failure by default. */
    readonly mayFailByHand: boolean
    /** Whether a retry creates a new job; else the same job runs again. */
    readonly areRetriedAsNew: boolean
    /** Whether the pipeline of a push cancels earlier pipelines of its ref (`auto_cancel_pending_pipelines`). */
    readonly areCanceledByNewer: boolean
    /**
     * Whether a job has its environment and its deployment from the start, and the deployment follows the job; else
     * the success of a job creates both.
     */
    readonly haveDeployments: boolean
    /** Whether schedules and trigger jobs can start pipelines. */
    readonly startPipelines: boolean
    /** Whether merge request pipelines exist. */
    readonly areOfMergeRequests: boolean
    /** The errors for jobs that cannot be retried, played or erased. */
    readonly refusals: Readonly<Record<'retry' | 'play' | 'erase', string>>
  }
  /** The rules for hooks of projects. */
  readonly webHooks: {
    /** The payload version of a new hook, whichever API triggers its deliveries. */
    readonly payloads: HookRecord['payloads']
    /** The `User-Agent` of deliveries, which also have ids; undefined where they have neither. */
    readonly userAgent: string | undefined
    /** Whether hooks whose receivers fail are disabled for a while. */
    readonly restAfterFailures: boolean
  }
  /** The rules for the commit statuses that external services post. */
  readonly commitStatuses: {
    /**
     * Whether a status without a ref joins the newest pipeline of the commit; else its ref is the first branch that
     * contains the commit.
     */
    readonly joinNewestPipeline: boolean
    /** Whether statuses are separate per author, so that two authors can use the same name. */
    readonly areByAuthor: boolean
    /** Whether the same state can be posted again with a new description or URL. */
    readonly mayRepeat: boolean
    /** Whether the URL is checked, and a name that a job of the pipeline has is taken. */
    readonly areValidated: boolean
    /** Returns the error for an impossible transition. */
    refusal(step: { readonly event: string; readonly from: string; readonly to: string }): string
  }
}

/** The pattern that a text must match, and the error where it does not. */
interface Rule {
  readonly pattern: RegExp
  readonly rule: string
}

/** A check before a merge. GitLab 8.15 had `build`, later releases have `pipeline`. */
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

/** The words of `DEFAULT_ISSUE_CLOSING_PATTERN` in lib/gitlab/closing_issue_extractor.rb. */
const closingWords =
  '(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?):?'

function mergeMessageTemplate(reference: string): string {
  const first = "Merge branch '%{source_branch}' into '%{target_branch}'"
  return [first, '%{title}', '%{issues}', `See merge request ${reference}`].join('\n\n')
}

/**
 * Shortens a line to whole words that fit into 81 characters with the three dots, or cuts its first word if that is
 * longer.
 */
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
    // The default of git itself.
    defaultBranch: 'master',
    // `title` and `no_commit_message` in app/models/commit.rb.
    commitTitle: {
      none: '--no commit message',
      longFrom: 101,
      shorten: (line) => `${beginningOf(line, 80)}…`,
    },
    // The combined lists of app/validators/namespace_validator.rb and project_path_validator.rb.
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
    pushersDecideRemoval: false,
    mergesAsProjectsSay: false,
    // `merge_commit_message` in app/models/merge_request.rb.
    mergeMessageTemplate: mergeMessageTemplate('%{local_reference}'),
    autoMerge: {
      strategy: 'merge_when_pipeline_succeeds',
      enabled: (head) => `enabled an automatic merge when the pipeline for ${head} succeeds`,
    },
    abortsMerges: false,
    refusesFullNames: false,
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
    quickActions: 'first',
    // app/services/todo_service.rb.
    todos: {
      areByAction: false,
      knowAddressed: false,
      areForNewlyNamed: false,
      areForConflicts: false,
    },
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
      haveDeployments: false,
      startPipelines: false,
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
      areValidated: false,
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
    // The default of `default_branch_name` in the settings of the instance.
    defaultBranch: 'main',
    commitTitle: { none: 'No commit message', longFrom: 100, shorten: firstWords },
    // The combined lists `PROJECT_WILDCARD_ROUTES` and `TOP_LEVEL_ROUTES` of lib/gitlab/path_regex.rb.
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
    pushersDecideRemoval: true,
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
    refusesFullNames: true,
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
    quickActions: 'later',
    // app/services/todo_service.rb.
    todos: {
      areByAction: true,
      knowAddressed: true,
      areForNewlyNamed: true,
      areForConflicts: true,
    },
    // app/services/system_notes/issuables_service.rb and time_tracking_service.rb.
    notedChanges: new Set(['description', 'due_date', 'discussion_locked', 'issue_type']),
    namesUnassigned: true,
    // `resolve_all_discussions` in app/services/system_note_service.rb.
    allResolved: 'resolved all threads',
    nonConfidential: 'visible to everyone',
    // The default of `snippets_access_level` is `enabled` (projects of the v4 API).
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
      haveDeployments: true,
      startPipelines: true,
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
      areValidated: true,
      refusal: ({ event, from }) =>
        `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`,
    },
  },
}

/** Returns the release whose auto-merge has a strategy. */
export function releaseOfStrategy(strategy: AutoMergeStrategy): Release {
  const found = Object.values(releases).find(({ autoMerge }) => autoMerge.strategy === strategy)
  if (!found) throw new Error(`No release has the strategy ${strategy}.`)
  return found
}

/** Returns the release that has merge request pipelines: variables of their jobs follow its rules. */
export function releaseOfMergeRequestJobs(): Release {
  const found = Object.values(releases).find(({ jobs }) => jobs.areOfMergeRequests)
  if (!found) throw new Error('No release has pipelines of merge requests.')
  return found
}

/** Returns the release in which schedules and trigger jobs start pipelines, which follow its rules. */
export function releaseOfStartedPipelines(): Release {
  const found = Object.values(releases).find(({ jobs }) => jobs.startPipelines)
  if (!found) throw new Error('No release starts pipelines by itself.')
  return found
}

/** Returns the release whose payloads are sent to a hook of a project. */
export function releaseOfPayloads(payloads: HookRecord['payloads']): Release {
  const found = Object.values(releases).find(({ webHooks }) => webHooks.payloads === payloads)
  if (!found) throw new Error(`No release has the payloads of ${payloads}.`)
  return found
}

/** The release of a world: seeds are written for it, and the clock and runners follow it. */
export const worldRelease = releases['8.15']
