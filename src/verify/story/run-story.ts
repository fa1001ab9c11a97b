import { Interrupted, type OperationResponse, RateLimited, Unreachable } from '../client/answer.ts'
import { type Credential, encodeRequest } from '../client/encode.ts'
import { wait } from '../client/pace.ts'
import { BODY_HAS_EVERY_FIELD, ruleOf } from '../contract/aspects.ts'
import type { OtherCredentials } from '../options.ts'
import type { Accounts } from './accounts.ts'
import { CannotGoOn, createCaller, type Run } from './caller.ts'
import { createExpectation } from './expectation.ts'
import type { Instance } from './instance.ts'
import { createAccount, createPerson, type Maker, personOf, plainPerson } from './people.ts'
import { createGroup, createProject } from './places.ts'
import type { Story } from './story.ts'
import type { TestContext } from './test-context.ts'

export interface StoryEnvironment {
  readonly run: Run
  readonly instance: Instance
  /** The token of the administrator. */
  readonly token: string
  readonly credentials: OtherCredentials
  /** The values that are made once per run. */
  readonly shared: Shared
  /** The timeout for background work, in milliseconds. */
  readonly patience: number
  readonly signal?: AbortSignal
  readonly accounts: Accounts
}

/** The source of calls that make shared values. */
const SHARED = 'what all checks share'

/** Runs a story with a context of its own. Throws only Interrupted: all failures are reported. */
export async function runStory(environment: StoryEnvironment, story: Story): Promise<void> {
  let last: OperationResponse | undefined
  let chapter = ''
  const source = () => (chapter === '' ? story.name : `${story.name} › ${chapter}`)
  let isMakingShared = false
  const { log } = environment.run
  const run: Run = {
    ...environment.run,
    log: {
      ...log,
      // The first check that needs shared values makes them.
      add: (call) => log.add(isMakingShared ? { ...call, source: SHARED } : call),
    },
    onAnswer: (answer) => {
      last = answer
    },
  }
  async function guard(title: string, perform: () => Promise<void>): Promise<void> {
    chapter = title
    try {
      await perform()
    } catch (error) {
      if (error instanceof Interrupted || error instanceof Unreachable) throw error
      if (error instanceof RateLimited) return
      // A failed call was reported already; any other error is caused by an unreadable response.
      if (!(error instanceof CannotGoOn)) reportProblem(run, last, source(), error)
    } finally {
      await environment.run.sandbox.endChapter(source())
      chapter = ''
    }
  }
  const makeShared: StoryEnvironment['shared']['get'] = async (maker, make) =>
    environment.shared.get(maker, async () => {
      isMakingShared = true
      return make().finally(() => {
        isMakingShared = false
      })
    })
  const shared = { get: makeShared }
  const context = createTestContext({ ...environment, run, shared }, source, guard)
  await guard('', () => story.run(context))
}

function reportProblem(
  run: Run,
  last: OperationResponse | undefined,
  source: string,
  error: unknown,
): void {
  run.judge.fail({
    operation: last?.operation ?? 'getCurrentUser',
    aspect: 'schema',
    rule: BODY_HAS_EVERY_FIELD,
    source,
    expected: 'an answer that the story can go on with',
    received: error instanceof Error ? error.message : String(error),
    exchanges: last ? [last.exchange] : [],
  })
}

function createTestContext(
  { run, instance, token, credentials, shared, patience, signal, accounts }: StoryEnvironment,
  source: () => string,
  guard: TestContext['chapter'],
): TestContext {
  const credential = tokenOf(token)
  const admin = createCaller(run, 'the administrator', credential, source)
  const eventually = createWait(patience, signal)
  const maker: Maker = { run, admin, instance, source, accounts, eventually }

  const expect: TestContext['expect'] = (subject, aspect, stated, open) => {
    const { operation } = subject
    const rule = stated ?? ruleOf(run.contract.operation(operation), aspect)
    return createExpectation(run, { operation, aspect, rule, source: source() }, subject, open)
  }

  const context: TestContext = {
    admin,
    anonymous: createCaller(run, 'anonymous', { kind: 'none' }, source),
    instance,
    credentials,
    caller: (who, how) =>
      'sudo' in how
        ? createCaller(run, who, credential, source, { sudo: how.sudo })
        : createCaller(run, who, 'token' in how ? tokenOf(how.token) : how.credential, source),
    request: (path) =>
      run.client.read(encodeRequest(run.client.apiUrl, 'GET', path, {}, { credential })),
    wrongVerb: (operation, parameters) =>
      run.client.call({
        operation,
        method: 'PATCH',
        parameters,
        encoding: { credential },
        source: source(),
      }),
    user: (options = {}) => createPerson(maker, options),
    account: (options = {}) => createAccount(maker, options),
    plainUser: async () => personOf(maker, await shared.get(plainPerson, () => plainPerson(maker))),
    group: (options = {}) => createGroup(maker, options),
    project: (options = {}) => createProject(maker, options),
    shared: (make) => shared.get(make, () => make(context)),
    operations: (resource) =>
      run.contract.operations.filter(
        (one) => one.resource === resource && run.selection.hasOperation(one.id, resource),
      ),
    name: (kind) => run.sandbox.names.next(kind),
    email: (kind) => `${run.sandbox.names.next(kind)}@${instance.mailDomain}`,
    chapter: guard,
    has: (id) => run.contract.operations.some((one) => one.id === id),
    operation: run.contract.operation,
    expect,
    async refused(caller, operation, parameters, statuses, aspect, rule) {
      const answer = await caller.attempt(operation, parameters)
      expect(answer, aspect, rule).status(statuses)
      return answer
    },
    eventually,
    notTested: (operation, aspect, reason) =>
      run.judge.notTested({ operation, aspect, rule: wordsOf(aspect), source: source() }, reason),
    leftOpen: (operation, aspect, reason) =>
      run.judge.leaveOpen({ operation, aspect, rule: wordsOf(aspect), source: source() }, reason),
  }
  return context
}

/** Repeats a read with growing pauses until it is done or `patience` is over. */
function createWait(patience: number, signal: AbortSignal | undefined): TestContext['eventually'] {
  return async (read, isDone) => {
    const end = performance.now() + patience
    for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
      const value = await read()
      if (isDone(value) || performance.now() + pause > end) return value
      if (signal?.aborted) throw new Interrupted('The run was interrupted.')
      await wait(pause, signal)
    }
  }
}

function tokenOf(token: string): Credential {
  return { kind: 'private token', token }
}

function wordsOf(aspect: string): string {
  return `About ${aspect.replace(/[:-]/g, ' ')}.`
}

/** Values that are made once, by their factory functions. */
export interface Shared {
  get<Maker extends object, T>(maker: Maker, make: () => Promise<T>): Promise<T>
}

export function createShared(): Shared {
  const values = new Map<object, Promise<unknown>>()
  return {
    get<Maker extends object, T>(maker: Maker, make: () => Promise<T>) {
      const value = values.get(maker) ?? make()
      values.set(maker, value)
      // A factory always makes the same type.
      return value as Promise<T>
    },
  }
}
