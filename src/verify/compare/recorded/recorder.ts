import type { Forge } from '../../../forge/forge.ts'
import type { Answer } from '../../client/answer.ts'
import type { Call } from '../../client/client.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Settings } from '../../options.ts'
import { connect } from '../../run/connect.ts'
import type { Judge } from '../../run/judge.ts'
import { readSelection } from '../../run/selection.ts'
import { createAccounts } from '../../story/accounts.ts'
import { createCallLog } from '../../story/call-log.ts'
import { createFixedFields } from '../../story/fixed-fields.ts'
import { createShared, runStory } from '../../story/run-story.ts'
import type { Story } from '../../story/story.ts'

/** A call of a check or story, with the response of the forge that it was recorded on. */
export interface RecordedCall {
  readonly call: Call
  readonly answer: Answer
}

/** The calls of checks and stories in order, with the facts about the world that they were recorded in. */
export interface Recording {
  readonly calls: readonly RecordedCall[]
  readonly adminToken: string
  /** The prefix of all names of the recording. */
  readonly prefix: string
  /** The domain of e-mail addresses. */
  readonly mailDomain: string
}

/** Runs checks and stories one after the other on one forge; what they share is made once. */
export interface Recorder extends Recording {
  record(story: Story): Promise<void>
}

export interface RecorderOptions {
  /** A world with the administrator only, with distinct ids. */
  readonly forge: Forge
  readonly adminToken: string
  readonly contract: Contract
  /** Those of the server that is compared. */
  readonly settings: Settings
}

/**
 * Makes a recorder of what checks and stories of `forgery verify` call.
 *
 * @example
 * const recorder = await createRecorder({ forge, adminToken, contract, settings })
 * await recorder.record(issueLife)
 * for (const { call, answer } of recorder.calls) console.log(call.operation.id, answer.status)
 */
export async function createRecorder(options: RecorderOptions): Promise<Recorder> {
  const { forge, adminToken, contract, settings } = options
  const calls: RecordedCall[] = []
  // No delivery to the receiver of the run is of this forge.
  const { hookReceiver: _, ...others } = settings
  const ofForge: Settings = {
    ...others,
    token: adminToken,
    headers: {},
    rate: Number.POSITIVE_INFINITY,
    // So the calls are in the order in which the forge carried them out.
    concurrency: 1,
    timeout: 600_000,
    journal: () => {},
    fetch: (request) => forge.fetch(request),
  }
  const { client, sandbox, instance } = await connect(ofForge, contract, (call, answer) => {
    calls.push({ call, answer })
  })
  const environment = {
    run: {
      ...{ contract, client, sandbox, judge: noJudge, log: createCallLog() },
      selection: readSelection({}, contract.operations),
      isReleased: () => false,
      isReading: false,
      fixedFields: createFixedFields(),
    },
    ...{ instance, token: adminToken, credentials: {} },
    accounts: createAccounts(undefined),
    shared: createShared(),
    // The forge does nothing in the background.
    patience: 0,
    ...(settings.signal ? { signal: settings.signal } : {}),
  }
  return {
    ...{ calls, adminToken },
    prefix: sandbox.names.prefix,
    mailDomain: instance.mailDomain,
    record: (story) => runStory(environment, story),
  }
}

/** What the checks find is of no interest: their calls are. */
const noJudge: Judge = {
  pass() {},
  fail() {},
  asReleased() {},
  departs() {},
  leaveOpen() {},
  notTested() {},
  failures: 0,
}
