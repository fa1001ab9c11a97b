import type { Call } from './call.ts'
import { asAdministrator, isAnonymous } from './faults/access.ts'
import { editStatus } from './faults/answers.ts'
import { answer, on, onCalls } from './faults/operations.ts'
import { ignoreEverywhere, ignoreHeader } from './faults/requests.ts'
import { isObject, type Json, readJson, withJson } from './json.ts'
import type { Fault, Mutant, OperationId } from './mutant.ts'

/** Faults of what every operation shares: they may be reported at any of them. */
const anywhere = { operation: 'getCurrentUser', alsoAt: 'anywhere' } as const

export const authentication: readonly Mutant[] = [
  {
    ...anywhere,
    name: 'the header SUDO is ignored',
    kind: 'parameter ignored',
    fault: ignoreHeader('sudo'),
  },
  {
    ...anywhere,
    name: 'the parameter sudo is ignored',
    kind: 'parameter ignored',
    fault: ignoreEverywhere('sudo'),
  },
  {
    ...anywhere,
    name: 'sudo takes ids alone, and no usernames',
    kind: 'parameter ignored',
    fault: refuseNames(),
  },
  {
    ...anywhere,
    name: 'sudo is not refused to those who are no administrators',
    kind: 'permission not enforced',
    fault: onCalls(isSudo, async (call, context) => {
      const response = await answer(call, context)
      if (response.status !== 403) return response
      context.hit()
      return answer(asAdministrator(call, context.forge), context)
    }),
  },
  {
    ...anywhere,
    name: 'sudo as an unknown user is a call of the administrator',
    kind: 'status wrong',
    fault: onCalls(isSudo, async (call, context) => {
      const response = await answer(call, context)
      if (response.status !== 404) return response
      context.hit()
      return answer(asAdministrator(call, context.forge), context)
    }),
  },
  message('sudo as an unknown user does not name the user', 404, isSudo, '404 Not Found'),
  message('sudo of a plain user gives no reason', 403, isSudo, '403 Forbidden'),
  message('a call without credentials says something else', 401, () => true, 'Please sign in'),
  {
    ...anywhere,
    name: 'a call without credentials answers 403',
    kind: 'status wrong',
    fault: everyStatus(401, 403, isAnonymous),
  },
  {
    ...anywhere,
    name: 'an unknown token answers 404',
    kind: 'status wrong',
    fault: everyStatus(401, 404, (call) => !isAnonymous(call)),
  },
  {
    ...anywhere,
    name: 'an unknown route says message for error',
    kind: 'field renamed',
    fault: refusalsOf(
      404,
      ({ operation }) => operation === undefined,
      (json) => (isObject(json) && 'error' in json ? { message: json.error ?? null } : json),
    ),
  },
  {
    ...anywhere,
    name: 'an unknown route answers 400',
    kind: 'status wrong',
    fault: everyStatus(404, 400, ({ operation }) => operation === undefined),
  },
  {
    ...anywhere,
    name: 'the message for a missing attribute does not name it',
    kind: 'value wrong',
    fault: refusalsOf(
      400,
      () => true,
      (json) => (isObject(json) && typeof json.message === 'string' ? { message: 'no' } : json),
    ),
  },
  {
    ...anywhere,
    name: 'a failed validation says a text for each property, and no list',
    kind: 'field of another type',
    fault: refusalsOf(400, () => true, withoutLists),
  },
  noCredentials('createIssue'),
  noCredentials('updateIssue'),
  noCredentials('createFile'),
  noCredentials('createProject'),
  noCredentials('createSystemHook'),
  {
    name: 'createGroup answers 403 for 401 without credentials',
    operation: 'createGroup',
    kind: 'status wrong',
    fault: editStatus('createGroup', 401, 403, (_json, call) => isAnonymous(call)),
  },
]

function isSudo({ headers, url }: Call): boolean {
  return headers.has('sudo') || url.searchParams.has('sudo')
}

/** Whoever shows no credentials writes as an administrator. */
function noCredentials(operation: OperationId): Mutant {
  return {
    name: `${operation} writes without credentials`,
    operation,
    kind: 'permission not enforced',
    fault: on(operation, async (call, context) => {
      const response = await answer(call, context)
      if (response.status !== 401 || !isAnonymous(call)) return response
      context.hit()
      return answer(asAdministrator(call, context.forge), context)
    }),
  }
}

function message(
  name: string,
  status: number,
  isMeant: (call: Call) => boolean,
  text: string,
): Mutant {
  const fault = refusalsOf(status, isMeant, () => ({ message: text }))
  return { ...anywhere, name, kind: 'value wrong', fault }
}

function refuseNames(): Fault {
  return onCalls(isSudo, async (call, context) => {
    const who = call.url.searchParams.get('sudo') ?? call.headers.get('sudo') ?? ''
    const response = await answer(call, context)
    if (/^\d+$/.test(who) || !response.ok) return response
    context.hit()
    const text = `404 Not Found: No user id or username for: ${who}`
    return Response.json({ message: text }, { status: 404 })
  })
}

function everyStatus(from: number, to: number, isMeant: (call: Call) => boolean): Fault {
  return onCalls(isMeant, async (call, context) => {
    const response = await answer(call, context)
    if (response.status !== from) return response
    context.hit()
    return new Response(response.body, { status: to, headers: response.headers })
  })
}

function refusalsOf(
  status: number,
  isMeant: (call: Call) => boolean,
  edit: (json: Json) => Json,
): Fault {
  return onCalls(isMeant, async (call, context) => {
    const response = await answer(call, context)
    const json = response.status === status ? await readJson(response) : undefined
    if (json === undefined) return response
    const edited = edit(json)
    if (JSON.stringify(edited) === JSON.stringify(json)) return response
    context.hit()
    return withJson(response, edited)
  })
}

function withoutLists(json: Json): Json {
  if (!isObject(json) || !isObject(json.message)) return json
  const texts = Object.entries(json.message).map(([name, errors]) => [name, [errors].flat()[0]])
  return { message: Object.fromEntries(texts) as Json }
}
