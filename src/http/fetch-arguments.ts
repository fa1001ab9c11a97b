/** The arguments of the global `fetch`, as far as Node, browsers and other runtimes share them. */
type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * Makes a function that takes what the global `fetch` takes of one that answers a Request. It rejects
 * where the global would without a network: with a TypeError for what is no address or no request, and
 * with the reason of a signal that is aborted. One that is aborted beforehand changes nothing. Whatever
 * `answer` waits for has to end when the signal of the request is aborted: a listener here would cost
 * every request more than most have to do.
 *
 * @example
 * const fetch = takeFetchArguments(async () => new Response('here'))
 * await fetch('http://forge.test/', { signal: AbortSignal.timeout(1000) })
 */
export function takeFetchArguments(answer: (request: Request) => Promise<Response>): Fetch {
  return async (input, init) => {
    const request = isRequest(input) && init === undefined ? input : new Request(input, init)
    const signal = isRequest(input) ? signalOf(request) : init?.signal
    signal?.throwIfAborted()
    const response = await answer(request)
    signal?.throwIfAborted()
    return response
  }
}

/** Those of other realms (a DOM in a test) are requests as well. */
function isRequest(input: string | URL | Request): input is Request {
  return typeof input === 'object' && 'headers' in input
}

/**
 * A server's requests are objects of no class, which make their signal when it is asked for, at a cost;
 * where that is aborted, nobody waits for the answer.
 */
function signalOf(request: Request): AbortSignal | undefined {
  const isOfClass = Object.hasOwn(Object.getPrototypeOf(request), 'constructor')
  return isOfClass ? request.signal : undefined
}
