import type { OperationId, OperationTag } from '../../contract/operation-contract.ts'
import type { Visibility } from '../../contract/visibility-levels.ts'
import type { Answer, OperationResponse, Subject } from '../client/answer.ts'
import type { Credential } from '../client/encode.ts'
import type { Operation } from '../contract/operation.ts'
import type { OtherCredentials } from '../options.ts'
import type { Caller } from './caller.ts'
import type { Expectation } from './expectation.ts'
import type { Instance } from './instance.ts'

/** A user of the sandbox, who calls operations with a token of their own. */
export interface Person extends Caller {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly token: string
}

export interface Group {
  readonly id: number
  readonly name: string
  readonly path: string
  /** Whom it was made with, beside the administrator. */
  readonly members: readonly Person[]
}

/** A project, in a group of the sandbox: groups are removed with their projects. */
export interface Project {
  readonly id: number
  readonly name: string
  readonly path: string
  /** `NAMESPACE/PROJECT_NAME`. */
  readonly fullPath: string
  readonly group: Group
}

export const accessLevels = {
  guest: 10,
  reporter: 20,
  developer: 30,
  master: 40,
  owner: 50,
} as const
export type AccessLevel = keyof typeof accessLevels

export interface UserOptions {
  readonly admin?: boolean
  readonly external?: boolean
}

export interface ProjectOptions {
  /** `private` when left out. */
  readonly visibility?: Visibility
  /** A group of its own, with the same visibility, when left out. */
  readonly group?: Group
  readonly members?: readonly (readonly [Person, Exclude<AccessLevel, 'owner'>])[]
  /** The first commit on `master`, by path; one README.md when left out, an empty repository for `{}`. */
  readonly files?: Readonly<Record<string, string>>
  /** Further attributes of createProject. */
  readonly attributes?: Readonly<Record<string, string | boolean>>
}

/** What a story calls and reports with. */
export interface TestContext {
  /** The administrator whose token the run was given. */
  readonly admin: Caller
  readonly anonymous: Caller
  readonly instance: Instance
  /** A caller with any credential, or one who acts as another by sudo. */
  caller(
    who: string,
    how:
      | { readonly token: string }
      | { readonly sudo: string | number }
      | { readonly credential: Credential },
  ): Caller
  /** Credentials of kinds that the API cannot make, as far as the run was given some. */
  readonly credentials: OtherCredentials
  /** Reads, as the administrator, what may be no operation: a path below that of the API with its query. */
  request(path: string): Promise<Answer>
  /** Sends the call of an operation, as the administrator, with a verb that no path has. */
  wrongVerb(operation: Operation, parameters: Readonly<Record<string, unknown>>): Promise<Answer>
  user(options?: UserOptions): Promise<Person>
  /**
   * A plain user to whom the story does nothing but make them a member: where the server lets nobody
   * create users, the one whose token the run was given.
   */
  plainUser(): Promise<Person>
  group(options?: {
    readonly visibility?: Visibility
    readonly members?: readonly (readonly [Person, AccessLevel])[]
  }): Promise<Group>
  project(options?: ProjectOptions): Promise<Project>
  /** Makes something once a run, for whoever asks for it first; the others wait for the same. */
  shared<T>(make: (t: TestContext) => Promise<T>): Promise<T>
  /** The operations of a resource that the run is asked to check. */
  operations(resource: OperationTag): readonly Operation[]
  /** A unique name: `forgery-k3v9x2q7-KIND-12`. */
  name(kind: string): string
  /** An e-mail address with a unique name, in a domain that the server takes. */
  email(kind: string): string
  /** A part of a story. What fails in it ends it, and the next goes on as far as it can. */
  chapter(name: string, run: () => Promise<void>): Promise<void>
  /** Whether the contract has an operation. */
  has(id: OperationId): boolean
  /** The contract of an operation. */
  operation(id: OperationId): Operation
  /**
   * Opens an expectation about an answer: of which operation, by which rule; that of the aspect in
   * `contract/aspects.ts` when left out. `open` says why the specification leaves it open: what departs from it is a
   * failure with `strict` alone. Then `holds` is what is expected, and no status.
   */
  expect(
    answer: OperationResponse | Subject,
    aspect: string,
    rule?: string,
    open?: string,
  ): Expectation
  /** Calls as somebody who is to be refused with one of these statuses. */
  refused(
    caller: Caller,
    operation: OperationId,
    parameters: Readonly<Record<string, unknown>>,
    statuses: readonly number[],
    aspect: string,
    rule?: string,
  ): Promise<OperationResponse>
  /**
   * Reads again and again, for a server that does its work in the background, until it is done or
   * too late.
   */
  eventually<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T>
  notTested(operation: OperationId, aspect: string, reason: string): void
  leftOpen(operation: OperationId, aspect: string, reason: string): void
}
