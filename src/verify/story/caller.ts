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
import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import type { Judge } from '../run/judge.ts'
import type { Selection } from '../run/selection.ts'
import { NotSent, type Sandbox } from '../sandbox/sandbox.ts'
import { at } from './bodies.ts'
import type { CallLog } from './call-log.ts'
import { checkInvariants } from './check-invariants.ts'
import { checkResponse, checkSuccess, EVERY_REQUEST_IS_ANSWERED } from './check-response.ts'

type IdOfV3 = OperationId<'v3'>
type TypesOfV3 = Contracts['v3']['types']

/** What an operation of v3 answers. */
export type ResultOf<Id extends IdOfV3> = TypesOfV3[Id] extends { result: infer Result }
  ? Result
  : undefined

/** The parameters of an operation of v3, by name, wherever they are sent. */
export type Given<Id extends IdOfV3> = Partial<TypesOfV3[Id]['parameters']> & {
  readonly page?: number
  readonly per_page?: number
}

export interface CallOptions extends Pick<Encoding, 'body' | 'sudo' | 'sudoIn'> {
  /** Statuses with which a call may end without that being reported as a failure. */
  readonly mayBeRefused?: (status: number) => boolean
}

/** Somebody (or nobody) who calls operations. Every answer is held to the contract by itself. */
export interface Caller {
  /** Who it is, in words: `the administrator`, `anonymous`, a username. */
  readonly who: string
  /** A call that has to succeed: throws CannotGoOn, with the failure reported, where it does not. */
  call<Id extends IdOfV3>(
    operation: Id,
    parameters?: Given<Id>,
    options?: CallOptions,
  ): Promise<OperationResponse<Seen<ResultOf<Id>>>>
  /** The same of an operation of any API, which none of its types knows: what it answers may be anything. */
  perform(
    operation: OperationId,
    parameters?: Parameters,
    options?: CallOptions,
  ): Promise<OperationResponse>
  /** A call that may be refused; any parameters may be sent. Throws only where no answer comes. */
  attempt(
    operation: OperationId,
    parameters?: Parameters,
    options?: CallOptions,
  ): Promise<OperationResponse>
}

/** The step failed, and that is reported already: the rest of the chapter has nothing to stand on. */
export class CannotGoOn extends Error {
  override readonly name = 'CannotGoOn'
}

/** What callers need of the run. */
export interface Run {
  readonly contract: Contract
  /** Called with every answer, when it has been checked. */
  readonly onAnswer?: (answer: OperationResponse) => void
  readonly selection: Selection
  readonly client: WritingClient
  readonly judge: Judge
  readonly sandbox: Sandbox
  readonly log: CallLog
  /** Whether the server deletes as GitLab 8.15 did, at every operation. */
  readonly isReleased: () => boolean
  /** Whether nothing is written: then what an answer says by itself is all that there is to look at. */
  readonly isReading: boolean
}

/** A caller who signs in with a credential; `source` is who checks, as results name it. */
export function createCaller(
  run: Run,
  who: string,
  credential: Credential,
  source: () => string,
  defaults: CallOptions = {},
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
      const response: OperationResponse = Object.defineProperty(answer, 'operation', {
        value: id,
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
      const check = { contract, judge, operation, answer: response, source: source() }
      checkResponse(check)
      if (run.isReading) checkInvariants(check)
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
    const check = { contract, judge, operation: contract.operation(id), answer, source: source() }
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

/** A write that was refused, perhaps because it was done already and nobody heard of it. */
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

/** What a chapter was to show of a write that was not sent. */
function reportNotSent(judge: Judge, operation: OperationId, source: string, { message }: NotSent) {
  const chapter = source.split(' › ').at(-1) ?? source
  const aspect = `consequence:${chapter}`
  judge.notTested({ operation, aspect, rule: `About ${chapter}.`, source }, message)
}

/**
 * A limited rate does not break the contract, nor is a file that is larger than a run reads: what
 * either kept from being checked is not tested.
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
