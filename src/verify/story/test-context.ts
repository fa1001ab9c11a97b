import type { OperationId, OperationTag } from '../../contract/operation-contract.ts'
import type { Visibility } from '../../contract/visibility-levels.ts'
import type { Answer, OperationResponse, Subject } from '../client/answer.ts'
import type { Credential } from '../client/encode.ts'
import type { Operation } from '../contract/operation.ts'
import type { OtherCredentials } from '../options.ts'
import type { Caller } from './caller.ts'
import type { Expectation } from './expectation.ts'
import type { Instance } from './instance.ts'

/** A user of the sandbox, as whom nobody calls anything. */
export interface UserAccount {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** A user of the sandbox, who calls operations with a token of their own. */
export interface Person extends Caller, UserAccount {
  readonly token: string
}

export interface Group {
  readonly id: number
  readonly name: string
  readonly path: string
  /** The initial members beside the administrator. */
  readonly members: readonly Person[]
}

/** A project in a group of the sandbox; groups are removed with their projects. */
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
  /** `private` by default. */
  readonly visibility?: Visibility
  /** A new group with the same visibility by default. */
  readonly group?: Group
  readonly members?: readonly (readonly [Person, Exclude<AccessLevel, 'owner'>])[]
  /** The first commit on `master`, by path; a README.md by default, an empty repository for `{}`. */
  readonly files?: Readonly<Record<string, string>>
  /** Further attributes of createProject. */
  readonly attributes?: Readonly<Record<string, string | boolean>>
}

/** The context of a story, with which it calls operations and reports results. */
export interface TestContext {
  /** The administrator whose token was provided. */
  readonly admin: Caller
  readonly anonymous: Caller
  readonly instance: Instance
  /** Returns a caller with any credential, or one who uses sudo. */
  caller(
    who: string,
    how:
      | { readonly token: string }
      | { readonly sudo: string | number }
      | { readonly credential: Credential },
  ): Caller
  /** The provided credentials of kinds that the API cannot create. */
  readonly credentials: OtherCredentials
  /** Reads a path below that of the API, with its query, as the administrator; it need not be an operation. */
  request(path: string): Promise<Answer>
  /** Calls an operation as the administrator with a method that the path does not have. */
  wrongVerb(operation: Operation, parameters: Readonly<Record<string, unknown>>): Promise<Answer>
  user(options?: UserOptions): Promise<Person>
  /** Creates a user as whom nothing is called, which takes a request less. */
  account(options?: UserOptions): Promise<UserAccount>
  /**
   * Returns the plain user of the run, whom no story changes except by memberships: where the server does not let anybody
   * create users, the one whose token was provided.
   */
  plainUser(): Promise<Person>
  group(options?: {
    readonly visibility?: Visibility
    readonly members?: readonly (readonly [Person, AccessLevel])[]
  }): Promise<Group>
  project(options?: ProjectOptions): Promise<Project>
  /** Makes a value once per run for all its users. */
  shared<T>(make: (t: TestContext) => Promise<T>): Promise<T>
  /** Returns the operations of a resource that the run checks. */
  operations(resource: OperationTag): readonly Operation[]
  /** Returns a unique name: `forgery-k3v9x2q7-KIND-12`. */
  name(kind: string): string
  /** Returns an e-mail address with a unique name, in a domain that the server accepts. */
  email(kind: string): string
  /** Runs a part of a story. A failure ends it, and the next one continues as far as possible. */
  chapter(name: string, run: () => Promise<void>): Promise<void>
  /** Whether the contract has an operation. */
  has(id: OperationId): boolean
  /** The contract of an operation. */
  operation(id: OperationId): Operation
  /**
   * Starts an expectation about a response for an operation and an aspect, by default with the rule in
   * `contract/aspects.ts`. `open` is the reason why the specification leaves it open: deviations are failures with
   * `strict` only. It requires `holds`, and no status.
   */
  expect(
    answer: OperationResponse | Subject,
    aspect: string,
    rule?: string,
    open?: string,
  ): Expectation
  /** Makes a call that must be refused with one of these statuses. */
  refused(
    caller: Caller,
    operation: OperationId,
    parameters: Readonly<Record<string, unknown>>,
    statuses: readonly number[],
    aspect: string,
    rule?: string,
  ): Promise<OperationResponse>
  /** Repeats a read until the background work of the server is done, or the timeout is over. */
  eventually<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T>
  notTested(operation: OperationId, aspect: string, reason: string): void
  leftOpen(operation: OperationId, aspect: string, reason: string): void
}
