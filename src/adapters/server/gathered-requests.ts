import { type Awaitable, after } from '../../shared/awaitable.ts'

/** So many are answered in a row: of more, the first would wait for the last. */
const mostInRow = 8

/** A suite may put fake timers in the place of the real ones; its clients wait for answers all the same. */
const atEndOfTurn = globalThis.setImmediate

/**
 * Makes the function that answers requests. Those that arrive in one turn of the event loop are answered in a
 * row, in their order, and then their answers are written: a processor that reads and writes sockets between two
 * answers has let go of the code that makes them, and takes up to twice as long for the second.
 */
export function gatherRequests<Request, Answer>(
  answer: (request: Request) => Awaitable<Answer>,
  write: (request: Request, answer: Answer) => void,
): (request: Request) => void {
  let arrived: Request[] = []
  function answerAll(): void {
    const requests = arrived
    arrived = []
    const answered = requests.map((request) => ({ request, answer: answer(request) }))
    for (const { request, answer } of answered) after(answer, (given) => write(request, given))
  }
  return (request) => {
    if (arrived.length === mostInRow) answerAll()
    arrived.push(request)
    if (arrived.length === 1) atEndOfTurn(answerAll)
  }
}
