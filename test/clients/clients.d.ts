/**
 * What the tests use of two clients of the v3 API that others wrote. They are CommonJS and came
 * without types; these are read off their sources, what they answer off our contract.
 */
declare module 'gitlab' {
  import type { IncomingHttpHeaders } from 'node:http'
  import type {
    Branch,
    BuildWithPipeline,
    CommitDetail,
    CommitInList,
    Comparison,
    Difference,
    FileCommit,
    Group,
    GroupDetail,
    GroupInList,
    Issue,
    Label,
    Member,
    MergeRequest,
    Milestone,
    Note,
    Project,
    ProjectHook,
    RepositoryFile,
    SshKey,
    Tag,
    TagInList,
    TreeEntry,
    Trigger,
    User,
  } from '../../src/contract/generated/v3/contract.ts'

  /** The client writes into it: the page, and its own `headers`. */
  type Attributes = Record<string, unknown>

  /** The data alone; a refused call is `null`, or `true` where it was a POST. */
  export type Answered<Data> = (data: Data | true | null) => void
  /** All the pages joined. A refused page throws inside the client. */
  export type AnsweredAll<Item> = (items: Item[]) => void
  type Removed = (isRemoved: boolean) => void
  export type AnsweredRaw = (
    error: unknown,
    response: { statusCode: number; headers: IncomingHttpHeaders; body: unknown } | null,
    body: unknown,
  ) => void

  interface Groups {
    all(parameters: Attributes, answered: AnsweredAll<GroupInList>): void
    show(groupId: number, answered: Answered<GroupDetail>): void
    listProjects(groupId: number, answered: Answered<Project[]>): void
    listMembers(groupId: number, answered: Answered<Member[]>): void
    addMember(groupId: number, userId: number, level: number, answered: Answered<Member>): void
    editMember(groupId: number, userId: number, level: number, answered: Answered<Member>): void
    removeMember(groupId: number, userId: number, removed: Removed): void
    create(attributes: Attributes, answered: Answered<Group>): void
    addProject(groupId: number, projectId: number, answered: Answered<GroupDetail>): void
    deleteGroup(groupId: number, removed: Removed): void
    search(nameOrPath: string, answered: Answered<GroupInList[]>): void
  }

  interface ProjectMembers {
    list(projectId: number | string, answered: Answered<Member[]>): void
    show(projectId: number | string, userId: number, answered: Answered<Member>): void
    add(projectId: number | string, userId: number, level: number, answered: Answered<Member>): void
    update(
      projectId: number | string,
      userId: number,
      level: number,
      answered: Answered<Member>,
    ): void
    remove(projectId: number | string, userId: number, removed: Removed): void
  }

  /** The names of branches and tags, and commits, go into the path as they are, slashes and all. */
  interface ProjectRepository {
    listBranches(projectId: number | string, answered: Answered<Branch[]>): void
    showBranch(projectId: number | string, branch: string, answered: Answered<Branch>): void
    protectBranch(
      projectId: number | string,
      branch: string,
      flags: Attributes,
      answered: Answered<Branch>,
    ): void
    unprotectBranch(projectId: number | string, branch: string, answered: Answered<Branch>): void
    createBranch(attributes: Attributes, answered: Answered<Branch>): void
    deleteBranch(projectId: number | string, branch: string, removed: Removed): void
    addTag(attributes: Attributes, answered: Answered<TagInList>): void
    deleteTag(projectId: number | string, tag: string, removed: Removed): void
    showTag(projectId: number | string, tag: string, answered: Answered<Tag>): void
    listTags(projectId: number | string, answered: Answered<TagInList[]>): void
    listCommits(projectId: number | string, answered: Answered<CommitInList[]>): void
    showCommit(projectId: number | string, sha: string, answered: Answered<CommitDetail>): void
    diffCommit(projectId: number | string, sha: string, answered: Answered<Difference[]>): void
    listTree(
      projectId: number | string,
      parameters: Attributes,
      answered: Answered<TreeEntry[]>,
    ): void
    /** With `file_id`, the id of a blob, in the place of `ref` the text of that blob. */
    showFile(
      projectId: number | string,
      parameters: { file_path: string } & ({ ref: string } | { file_id: string }),
      answered: (file: RepositoryFile | string | null) => void,
    ): void
    createFile(attributes: Attributes, answered: Answered<FileCommit>): void
    updateFile(attributes: Attributes, answered: Answered<FileCommit>): void
    compare(parameters: Attributes, answered: Answered<Comparison>): void
  }

  interface ProjectBuilds {
    listBuilds(
      projectId: number | string,
      parameters: Attributes,
      answered: Answered<BuildWithPipeline[]>,
    ): void
    showBuild(
      projectId: number | string,
      buildId: number,
      answered: Answered<BuildWithPipeline>,
    ): void
    triggerBuild(attributes: Attributes, answered: Answered<object>): void
  }

  interface IssueNotes {
    all(
      projectId: number | string,
      issueId: number,
      parameters: Attributes,
      answered: AnsweredAll<Note>,
    ): void
  }

  interface ProjectIssues {
    readonly notes: IssueNotes
    list(projectId: number | string, parameters: Attributes, answered: AnsweredAll<Issue>): void
  }

  /** One merge request is asked for at an older path, `merge_request`. */
  interface ProjectMergeRequests {
    list(
      projectId: number | string,
      parameters: Attributes,
      answered: Answered<MergeRequest[]>,
    ): void
    show(projectId: number | string, id: number, answered: Answered<MergeRequest>): void
    /** The assignee is sent under a name that the API does not know. */
    add(
      projectId: number | string,
      sourceBranch: string,
      targetBranch: string,
      assigneeId: number | undefined,
      title: string,
      answered: Answered<MergeRequest>,
    ): void
    update(
      projectId: number | string,
      id: number,
      attributes: Attributes,
      answered: Answered<MergeRequest>,
    ): void
    comment(projectId: number | string, id: number, note: string, answered: Answered<Note>): void
    merge(
      projectId: number | string,
      id: number,
      attributes: Attributes,
      answered: Answered<MergeRequest>,
    ): void
  }

  interface Issues {
    all(parameters: Attributes, answered: AnsweredAll<Issue>): void
    show(projectId: number | string, issueId: number, answered: Answered<Issue>): void
    create(projectId: number | string, attributes: Attributes, answered: Answered<Issue>): void
    edit(
      projectId: number | string,
      issueId: number,
      attributes: Attributes,
      answered: Answered<Issue>,
    ): void
    remove(projectId: number | string, issueId: number, removed: Removed): void
    unsubscribe(projectId: number | string, issueId: number, removed: Removed): void
  }

  interface Notes {
    create(
      projectId: number | string,
      issueId: number,
      attributes: Attributes,
      answered: Answered<Note>,
    ): void
  }

  interface Labels {
    create(projectId: number | string, attributes: Attributes, answered: Answered<Label>): void
  }

  interface ProjectLabels {
    all(projectId: number | string, parameters: Attributes, answered: AnsweredAll<Label>): void
  }

  /** `update` reads a variable that the client does not have: it throws. */
  interface ProjectHooks {
    list(projectId: number | string, answered: Answered<ProjectHook[]>): void
    show(projectId: number | string, hookId: number, answered: Answered<ProjectHook>): void
    add(
      projectId: number | string,
      urlOrAttributes: string | Attributes,
      answered: Answered<ProjectHook>,
    ): void
    remove(projectId: number | string, hookId: number, removed: Removed): void
  }

  interface ProjectMilestones {
    all(projectId: number | string, answered: AnsweredAll<Milestone>): void
    show(projectId: number | string, milestoneId: number, answered: Answered<Milestone>): void
    add(
      projectId: number | string,
      title: string,
      description: string,
      dueDate: string,
      answered: Answered<Milestone>,
    ): void
    update(
      projectId: number | string,
      milestoneId: number,
      title: string,
      description: string,
      dueDate: string,
      stateEvent: string,
      answered: Answered<Milestone>,
    ): void
  }

  interface Projects {
    readonly hooks: ProjectHooks
    readonly labels: ProjectLabels
    readonly milestones: ProjectMilestones
    readonly members: ProjectMembers
    readonly issues: ProjectIssues
    readonly merge_requests: ProjectMergeRequests
    readonly repository: ProjectRepository
    readonly builds: ProjectBuilds
    all(parameters: Attributes, answered: AnsweredAll<Project>): void
    allAdmin(parameters: Attributes, answered: AnsweredAll<Project>): void
    show(projectId: number | string, answered: Answered<Project>): void
    create(attributes: Attributes, answered: Answered<Project>): void
    create_for_user(attributes: Attributes, answered: Answered<Project>): void
    edit(projectId: number | string, attributes: Attributes, answered: Answered<Project>): void
    addMember(attributes: Attributes, answered: Answered<Member>): void
    editMember(attributes: Attributes, answered: Answered<Member>): void
    listMembers(attributes: Attributes, answered: Answered<Member[]>): void
    listCommits(parameters: Attributes, answered: Answered<CommitInList[]>): void
    listTags(parameters: Attributes, answered: Answered<TagInList[]>): void
    remove(projectId: number | string, removed: Removed): void
    fork(attributes: Attributes, answered: Answered<Project>): void
    share(attributes: Attributes, answered: Answered<object>): void
    search(name: string, parameters: Attributes, answered: Answered<Project[]>): void
    listTriggers(projectId: number | string, answered: Answered<Trigger[]>): void
    showTrigger(projectId: number | string, token: string, answered: Answered<Trigger>): void
    createTrigger(attributes: Attributes, answered: Answered<Trigger>): void
    removeTrigger(projectId: number | string, token: string, removed: Removed): void
  }

  interface UserKeys {
    all(userId: number, answered: Answered<SshKey[]>): void
    addKey(userId: number, title: string, key: string, answered: Answered<SshKey>): void
  }

  interface Users {
    readonly keys: UserKeys
    all(parameters: Attributes, answered: AnsweredAll<User>): void
    current(answered: Answered<User>): void
    show(userId: number, answered: Answered<User>): void
    create(attributes: Attributes, answered: Answered<User>): void
    session(email: string, password: string, answered: Answered<User>): void
    search(emailOrUsername: string, answered: Answered<User[]>): void
  }

  export interface Gitlab {
    readonly groups: Groups
    readonly issues: Issues
    readonly labels: Labels
    readonly notes: Notes
    readonly projects: Projects
    readonly users: Users
    get(path: string, query: Attributes, answered: AnsweredRaw): void
    post(path: string, attributes: Attributes, answered: AnsweredRaw): void
    put(path: string, attributes: Attributes, answered: AnsweredRaw): void
    delete(path: string, answered: AnsweredRaw): void
  }

  /** Without an `encoding` it makes text of every body; with null it leaves each as it is, JSON too. */
  export default function createClient(
    options: {
      url: string
      slumber?: { request_opts: { encoding: null } }
    } & ({ token: string } | { oauth_token: string }),
  ): Gitlab
}

declare module 'node-gitlab' {
  import type {
    Branch,
    CommitInList,
    CommitWithMessage,
    Comparison,
    Event,
    FileCommit,
    GroupDetail,
    Issue,
    Label,
    Member,
    MergeRequest,
    Milestone,
    Note,
    Project,
    ProjectHook,
    RepositoryFile,
    SystemHook,
    TagInList,
    TreeEntry,
    User,
  } from '../../src/contract/generated/v3/contract.ts'

  /** The client writes into it: its token, and what goes into the path is taken out. */
  type Parameters = Record<string, unknown>

  interface Resource<Item> {
    get(parameters: Parameters): Promise<Item>
    list(parameters?: Parameters): Promise<Item[]>
    create(parameters: Parameters): Promise<Item>
    update(parameters: Parameters): Promise<Item>
    /** Null for what was gone already. */
    remove(parameters: Parameters): Promise<Item | null>
  }

  /** The five methods want a `type` beside what they are asked for; the others know theirs. */
  interface Repository extends Resource<unknown> {
    getBranches(parameters: Parameters): Promise<Branch[]>
    getBranch(parameters: Parameters): Promise<Branch>
    protectBranch(parameters: Parameters): Promise<Branch>
    unprotectBranch(parameters: Parameters): Promise<Branch>
    getTags(parameters: Parameters): Promise<TagInList[]>
    getCommits(parameters: Parameters): Promise<CommitInList[]>
    getTree(parameters: Parameters): Promise<TreeEntry[]>
    getBlob(parameters: Parameters): Promise<Buffer>
    archive(parameters: Parameters): Promise<Buffer>
    compare(parameters: Parameters): Promise<Comparison>
  }

  interface RepositoryFiles {
    get(parameters: Parameters): Promise<RepositoryFile>
    create(parameters: Parameters): Promise<FileCommit>
    update(parameters: Parameters): Promise<FileCommit>
    remove(parameters: Parameters): Promise<FileCommit>
  }

  interface Discussed {
    listNotes(parameters: Parameters): Promise<Note[]>
    getNote(parameters: Parameters): Promise<Note>
    createNote(parameters: Parameters): Promise<Note>
    updateNote(parameters: Parameters): Promise<Note>
  }

  type Called<Item> = (
    parameters: Parameters,
    answered: (error: unknown, item: Item) => void,
  ) => void

  /** Methods that the client has in the form that calls back alone. */
  export interface CallingNodeGitlab {
    readonly mergeRequests: { listCommits: Called<CommitWithMessage[]> }
    readonly projects: {
      getLabels: Called<Label[]>
      createLabel: Called<Label>
      updateLabel: Called<Label>
      deleteLabel: Called<Label>
    }
    readonly repository: { createTag: Called<TagInList>; getRawBlob: Called<Buffer> }
    request(
      method: string,
      path: string,
      parameters: Parameters,
      answered: (error: unknown, item: unknown) => void,
    ): void
    /** Puts the token into each request; may be replaced. */
    setAuthentication(request: SentRequest): SentRequest
  }

  export interface SentRequest {
    params: { headers: Record<string, string>; data: Parameters }
  }

  /** The client in the form whose calls are promises; a refused one rejects with a `Refused`. */
  export interface NodeGitlab {
    readonly users: Resource<User>
    readonly groups: Resource<GroupDetail> & {
      transferProject(parameters: Parameters): Promise<GroupDetail>
    }
    readonly groupMembers: Resource<Member>
    readonly projects: Resource<Project> & {
      listEvents(parameters: Parameters): Promise<Event[]>
      fork(parameters: Parameters): Promise<Project>
      search(parameters: Parameters): Promise<Project[]>
    }
    readonly projectMembers: Resource<Member>
    readonly members: Resource<Member>
    readonly globalHooks: Omit<Resource<SystemHook>, 'create' | 'get'> & {
      create(parameters: Parameters): Promise<SystemHook[]>
      get(parameters: Parameters): Promise<{ event_name: string }>
    }
    readonly issues: Resource<Issue> & Discussed
    readonly mergeRequests: Resource<MergeRequest> &
      Discussed & { merge(parameters: Parameters): Promise<MergeRequest> }
    readonly hooks: Resource<ProjectHook>
    readonly milestones: Resource<Milestone> & {
      listIssues(parameters: Parameters): Promise<Issue[]>
    }
    readonly repository: Repository
    readonly repositoryBranches: Resource<Branch> & {
      protect(parameters: Parameters): Promise<Branch>
      unprotect(parameters: Parameters): Promise<Branch>
    }
    readonly repositoryFiles: RepositoryFiles
    /** Any call: what the client has no method for. Without parameters it would lose its callback. */
    request(method: string, path: string, parameters: Parameters): Promise<unknown>
  }

  const client: {
    create(options: { api: string; privateToken?: string }): CallingNodeGitlab
    createPromise(options: { api: string; privateToken?: string }): NodeGitlab
  }
  export default client
}
