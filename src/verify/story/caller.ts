import type { Contracts, OperationId } from '../../contract/operation-contract.ts'
import {
  AnswerTooLarge,
  NoAnswer,
  type OperationResponse,
  RateLimited,
  type Seen,
  Unreachable,
} from '../client/answer.ts'
import type { WritingClient } from '../client/client.ts'
import type { Credential, Encoding, Parameters } from '../client/encode.ts'
import { ruleOf } from '../contract/aspects.ts'
import type { Contract } from '../contract/contract.ts'
import { mayBeRefusedByRole, type Operation, rolesAreOpen } from '../contract/operation.ts'
import type { Judge } from '../run/judge.ts'
import type { Selection } from '../run/selection.ts'
import { NotSent, type Sandbox } from '../sandbox/sandbox.ts'
import { at } from './bodies.ts'
import type { CallLog } from './call-log.ts'
import { checkConsistency, checkInvariants } from './check-invariants.ts'
import { checkResponse, checkSuccess, EVERY_REQUEST_IS_ANSWERED } from './check-response.ts'
import type { FixedFields } from './fixed-fields.ts'

type IdOfV3 = OperationId<'v3'>
type TypesOfV3 = Contracts['v3']['types']

/** The result type of an operation of v3. */
export type ResultOf<Id extends IdOfV3> = TypesOfV3[Id] extends { result: infer Result }
  ? Result
  : undefined

/** The parameters of an operation of v3 by name, wherever they are sent. */
export type Given<Id extends IdOfV3> = Partial<TypesOfV3[Id]['parameters']> & {
  readonly page?: number
  readonly per_page?: number
}

export interface CallOptions extends Pick<Encoding, 'body' | 'sudo' | 'sudoIn'> {
  /** The statuses of refusals that are not reported as failures. */
  readonly mayBeRefused?: (status: number) => boolean
  /** The parameters of the first page, where a link is followed: its own may be a cursor that only the server reads. */
  readonly linkedFrom?: Parameters
}

/** A user (or nobody) who calls operations. Every response is checked against the contract. */
export interface Caller {
  /** The name of the caller: `the administrator`, `anonymous`, a username. */
  readonly who: string
  /** Makes a call that must succeed; otherwise the failure is reported, and CannotGoOn is thrown. */
  call<Id extends IdOfV3>(
    operation: Id,
    parameters?: Given<Id>,
    options?: CallOptions,
  ): Promise<OperationResponse<Seen<ResultOf<Id>>>>
  /** Does the same for an operation of any API, without types. */
  perform(
    operation: OperationId,
    parameters?: Parameters,
    options?: CallOptions,
  ): Promise<OperationResponse>
  /** Makes a call with any parameters that may be refused. Throws only where there is no response. */
  attempt(
    operation: OperationId,
    parameters?: Parameters,
    options?: CallOptions,
  ): Promise<OperationResponse>
}

/** The error for a failed step, which was reported: the rest of the chapter cannot continue. */
export class CannotGoOn extends Error {
  override readonly name = 'CannotGoOn'
}

/** The parts of the run that callers need. */
export interface Run {
  readonly contract: Contract
  /** Called with every response after it was checked. */
  readonly onAnswer?: (answer: OperationResponse) => void
  readonly selection: Selection
  readonly client: WritingClient
  readonly judge: Judge
  readonly sandbox: Sandbox
  readonly log: CallLog
  /** Whether all deletions of the server behave like those of GitLab 8.15. */
  readonly isReleased: () => boolean
  /** Whether the run is read-only, so that consistency of single responses is all that can be checked. */
  readonly isReading: boolean
  /** What never changes of the records that were shown so far. */
  readonly fixedFields: FixedFields
}

interface CallerDefaults extends CallOptions {
  /** Whether it is a user whose role may decide what they may do; an administrator may do everything. */
  readonly hasRole?: boolean
}

/** Makes a caller with a credential; `source` names the check in results. */
export function createCaller(
  run: Run,
  who: string,
  credential: Credential,
  source: () => string,
  { hasRole = false, ...defaults }: CallerDefaults = {},
): Caller {
  const { client, contract, judge, log } = run

  async function attempt(
    id: OperationId,
    parameters: Parameters = {},
    options: CallOptions = {},
  ): Promise<OperationResponse> {
    const operation = contract.operation(id)
    const encoding = { credential, ...defaults, ...options }
    try {
      const answer = await client.call({
        operation,
        parameters,
        encoding,
        source: source(),
        describeCaller: () => log.describe(who),
      })
      const response: OperationResponse = Object.defineProperties(answer, {
        operation: { value: id },
        isRefusedByOpenRole: { value: hasRole && mayBeRefusedByRole(operation, answer.status) },
      }) as OperationResponse
      if (operation.method !== 'GET' && response.status < 300) {
        const { sudo } = encoding
        log.add({
          operation: id,
          parameters,
          who,
          status: response.status,
          source: source(),
          id: at(response.body, 'id'),
          iid: at(response.body, 'iid'),
          ...(sudo === undefined ? {} : { sudo }),
        })
      }
      const { linkedFrom } = options
      const check = {
        ...{ contract, judge, operation, answer: response, source: source() },
        ...(linkedFrom ? { linkedFrom } : {}),
      }
      checkResponse(check)
      if (run.isReading) checkInvariants(check)
      else checkConsistency(check)
      run.fixedFields.check(check)
      run.onAnswer?.(response)
      if (isOfLostWrite(operation.method, response)) {
        reportLostAnswer(judge, id, source(), response.status)
        throw new CannotGoOn(`${id} answered ${response.status} when it was sent again`)
      }
      return response
    } catch (error) {
      if (error instanceof NotSent) {
        reportNotSent(judge, id, source(), error)
        throw new CannotGoOn(`${id}: ${error.message}`)
      }
      if (!(error instanceof NoAnswer) || error instanceof Unreachable) throw error
      reportNoAnswer(judge, operation, source(), error)
      throw new CannotGoOn(`${id}: ${error.message}`)
    }
  }

  const perform: Caller['perform'] = async (id, parameters, options) => {
    const answer = await attempt(id, parameters, options)
    if (options?.mayBeRefused?.(answer.status)) {
      throw new CannotGoOn(`${id} answered ${answer.status}`)
    }
    const operation = contract.operation(id)
    if (answer.isRefusedByOpenRole) {
      const rule = ruleOf(operation, 'status')
      judge.leaveOpen({ operation: id, aspect: 'status', rule, source: source() }, rolesAreOpen)
      throw new CannotGoOn(`${id} answered ${answer.status}`)
    }
    const check = { contract, judge, operation, answer, source: source() }
    if (!checkSuccess(check, who)) throw new CannotGoOn(`${id} answered ${answer.status}`)
    return answer
  }

  return {
    who,
    attempt,
    perform,
    call: async (id, parameters, options) =>
      (await perform(id, parameters, options)) as OperationResponse<Seen<ResultOf<typeof id>>>,
  }
}

/** Whether a refusal can be explained by an earlier attempt of the write that succeeded without a response. */
function isOfLostWrite(
  method: string,
  { isAskedAgain = false, status }: OperationResponse,
): boolean {
  return isAskedAgain && method !== 'GET' && (status === 304 || (status >= 400 && status < 500))
}

function reportLostAnswer(judge: Judge, operation: OperationId, source: string, status: number) {
  const check = { operation, aspect: 'status', rule: EVERY_REQUEST_IS_ANSWERED, source }
  const reason = `the answer to the first try was lost, and what it did is not known: sent again, it was answered with ${status}`
  judge.notTested(check, reason)
}

/** Reports the aspects of a write that was not sent as not tested. */
function reportNotSent(judge: Judge, operation: OperationId, source: string, { message }: NotSent) {
  const chapter = source.split(' › ').at(-1) ?? source
  const aspect = `consequence:${chapter}`
  judge.notTested({ operation, aspect, rule: `About ${chapter}.`, source }, message)
}

/**
 * Reports aspects as not tested where rate limits, or a file beyond the size limit, prevented them; neither violates
 * the contract.
 */
function reportNoAnswer(
  judge: Judge,
  { id: operation, answers }: Operation,
  source: string,
  error: NoAnswer,
): void {
  const check = { operation, aspect: 'status', rule: EVERY_REQUEST_IS_ANSWERED, source }
  const { message: received, exchange } = error
  const isLegitimate =
    error instanceof RateLimited || (error instanceof AnswerTooLarge && answers === 'file')
  if (isLegitimate) judge.notTested(check, `${received}.`)
  else judge.fail({ ...check, expected: 'an answer', received, exchanges: [exchange] })
}
