/**
 * What the tests use of two clients of the v3 API that others wrote. They are CommonJS and came
 * without types; these are read off their sources, what they answer off our contract.
 */
declare module 'gitlab' {
  import type { IncomingHttpHeaders } from 'node:http'
  import type {
    Group,
    GroupDetail,
    GroupInList,
    Member,
    Project,
    SshKey,
    User,
  } from '../../src/contract/generated/contract.ts'

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

  interface Projects {
    readonly members: ProjectMembers
    all(parameters: Attributes, answered: AnsweredAll<Project>): void
    allAdmin(parameters: Attributes, answered: AnsweredAll<Project>): void
    show(projectId: number | string, answered: Answered<Project>): void
    create(attributes: Attributes, answered: Answered<Project>): void
    create_for_user(attributes: Attributes, answered: Answered<Project>): void
    edit(projectId: number | string, attributes: Attributes, answered: Answered<Project>): void
    addMember(attributes: Attributes, answered: Answered<Member>): void
    editMember(attributes: Attributes, answered: Answered<Member>): void
    listMembers(attributes: Attributes, answered: Answered<Member[]>): void
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
    readonly projects: Projects
    readonly users: Users
    get(path: string, query: Attributes, answered: AnsweredRaw): void
    post(path: string, attributes: Attributes, answered: AnsweredRaw): void
    put(path: string, attributes: Attributes, answered: AnsweredRaw): void
    delete(path: string, answered: AnsweredRaw): void
  }

  export default function createClient(
    options: { url: string } & ({ token: string } | { oauth_token: string }),
  ): Gitlab
}

declare module 'node-gitlab' {
  import type {
    Event,
    GroupDetail,
    Member,
    Project,
    SystemHook,
    User,
  } from '../../src/contract/generated/contract.ts'

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

  /** The client in the form whose calls are promises; a refused one rejects with a `Refused`. */
  export interface NodeGitlab {
    readonly users: Resource<User>
    readonly groups: Resource<GroupDetail> & {
      transferProject(parameters: Parameters): Promise<GroupDetail>
    }
    readonly groupMembers: Resource<Member>
    readonly projects: Resource<Project> & { listEvents(parameters: Parameters): Promise<Event[]> }
    readonly projectMembers: Resource<Member>
    readonly members: Resource<Member>
    readonly globalHooks: Omit<Resource<SystemHook>, 'create' | 'get'> & {
      create(parameters: Parameters): Promise<SystemHook[]>
      get(parameters: Parameters): Promise<{ event_name: string }>
    }
    /** Any call: what the client has no method for. Without parameters it would lose its callback. */
    request(method: string, path: string, parameters: Parameters): Promise<unknown>
  }

  const client: {
    createPromise(options: { api: string; privateToken?: string }): NodeGitlab
  }
  export default client
}
