import { Interrupted, RateLimited } from '../client/answer.ts'
import type { Credential } from '../client/credential.ts'
import { encodeRequest } from '../client/encode.ts'
import { wait } from '../client/pace.ts'
import type { OtherCredentials } from '../options.ts'
import type { Accounts } from './accounts.ts'
import { CannotGoOn, createCaller, type Run } from './caller.ts'
import { createExpectation } from './expectation.ts'
import type { Instance } from './instance.ts'
import { createPerson, type Maker, plainPerson } from './people.ts'
import { createGroup, createProject } from './places.ts'
import type { Shared } from './shared.ts'
import type { Story } from './story.ts'
import type { Teller } from './teller.ts'
import type { Told } from './told.ts'

export interface Telling {
  readonly run: Run
  readonly instance: Instance
  /** The token of the administrator. */
  readonly token: string
  readonly credentials: OtherCredentials
  /** What is made once a run. */
  readonly shared: Shared
  /** How long work in the background is waited for, in milliseconds. */
  readonly patience: number
  readonly signal?: AbortSignal
  readonly accounts: Accounts
}

/** Tells one story, with a teller of its own. Throws Interrupted alone: whatever fails is told. */
export async function tellStory(telling: Telling, story: Story): Promise<void> {
  let last: Told | undefined
  let chapter = ''
  const source = () => (chapter === '' ? story.name : `${story.name} › ${chapter}`)
  const run: Run = {
    ...telling.run,
    onAnswer: (answer) => {
      last = answer
    },
  }
  async function guard(title: string, tell: () => Promise<void>): Promise<void> {
    chapter = title
    try {
      await tell()
    } catch (error) {
      if (error instanceof Interrupted) throw error
      if (error instanceof RateLimited) return
      // What a call failed at is told; anything else comes of an answer that nobody could read.
      if (!(error instanceof CannotGoOn)) tellProblem(run, last, source(), error)
    } finally {
      chapter = ''
    }
  }
  const teller = createTeller({ ...telling, run }, source, guard)
  await guard('', () => story.tell(teller))
}

function tellProblem(run: Run, last: Told | undefined, source: string, error: unknown): void {
  run.judge.fail({
    operation: last?.operation ?? 'getCurrentUser',
    aspect: 'schema',
    rule: 'The body of a success has every field, of its type.',
    source,
    expected: 'an answer that the story can go on with',
    received: error instanceof Error ? error.message : String(error),
    exchanges: last ? [last.exchange] : [],
  })
}

function createTeller(
  { run, instance, token, credentials, shared, patience, signal, accounts }: Telling,
  source: () => string,
  guard: Teller['chapter'],
): Teller {
  const credential = tokenOf(token)
  const admin = createCaller(run, 'the administrator', credential, source)
  const eventually = createWait(patience, signal)
  const maker: Maker = { run, admin, instance, source, accounts, eventually }

  const teller: Teller = {
    admin,
    anonymous: createCaller(run, 'anonymous', { kind: 'none' }, source),
    instance,
    credentials,
    caller: (who, how) =>
      'sudo' in how
        ? createCaller(run, who, credential, source, { sudo: how.sudo })
        : createCaller(run, who, 'token' in how ? tokenOf(how.token) : how.credential, source),
    request: (method, path) =>
      run.client.send(encodeRequest(run.client.apiUrl, method, path, {}, { credential })),
    user: (options = {}) => createPerson(maker, options),
    plainUser: () => plainPerson(maker),
    group: (options = {}) => createGroup(maker, options),
    project: (options = {}) => createProject(maker, options),
    shared: (make) => shared.get(make, () => make(teller)),
    operations: (resource) =>
      run.contract.operations.filter(
        (one) => one.resource === resource && run.selection.hasOperation(one.id, resource),
      ),
    name: (kind) => run.sandbox.names.next(kind),
    email: (kind) => `${run.sandbox.names.next(kind)}@${instance.mailDomain}`,
    chapter: guard,
    expect: (subject, aspect, rule) =>
      createExpectation(
        run,
        { operation: subject.operation, aspect, rule, source: source() },
        subject,
      ),
    async refused(caller, operation, parameters, statuses, aspect, rule) {
      const answer = await caller.attempt(operation, parameters)
      createExpectation(run, { operation, aspect, rule, source: source() }, answer).status(statuses)
      return answer
    },
    eventually,
    notTested: (operation, aspect, reason) =>
      run.judge.notTested({ operation, aspect, rule: ruleOf(aspect), source: source() }, reason),
    leftOpen: (operation, aspect, reason) =>
      run.judge.leaveOpen({ operation, aspect, rule: ruleOf(aspect), source: source() }, reason),
  }
  return teller
}

/** Reads until it is done or `patience` is over, with pauses that grow. */
function createWait(patience: number, signal: AbortSignal | undefined): Teller['eventually'] {
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

function ruleOf(aspect: string): string {
  return `About ${aspect.replace(/[:-]/g, ' ')}.`
}
