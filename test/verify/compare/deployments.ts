import { parametersOf } from '../mutants/call.ts'
import { editList } from '../mutants/faults/lists.ts'
import { answer, onCalls } from '../mutants/faults/operations.ts'
import { isObject } from '../mutants/json.ts'
import { mapAnswers, mapObjects } from '../variants/layers.ts'
import type { Variant } from '../variants/variant.ts'

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Further deployments that are right, as they differ from a forge when both are asked the same. */
export const deployments: readonly Variant[] = [
  {
    name: 'lists what has no stated order the other way round',
    alter: editList(
      [
        'listUsers',
        'listGroupMembers',
        'listProjectMembers',
        'listSnippets',
        'listBuilds',
        'listOwnSshKeys',
        'listOwnEmails',
        'listCommitComments',
        'listContributors',
        'listProjectUsers',
      ],
      (items) => items.toReversed(),
    ),
  },
  {
    name: 'shows labels in another order',
    alter: mapAnswers((json) =>
      mapObjects(json, (object) =>
        Array.isArray(object.labels) ? { ...object, labels: object.labels.toReversed() } : object,
      ),
    ),
  },
  {
    name: 'leaves out what may be left out of an issue',
    alter: mapAnswers((json) =>
      mapObjects(json, (object) => {
        if (!('confidential' in object)) return object
        const { upvotes: _up, downvotes: _down, user_notes_count: _notes, ...rest } = object
        return rest
      }),
    ),
  },
  {
    name: 'has empty texts where others have null',
    alter: mapAnswers((json) =>
      mapObjects(json, (object) =>
        object.description === null ? { ...object, description: '' } : object,
      ),
    ),
  },
  {
    name: 'removes groups and users a second later',
    alter: onCalls(
      ({ operation }) => operation === 'deleteGroup' || operation === 'deleteUser',
      async (call, context) => {
        const before = context.forge.fork()
        const response = await before.fetch(new Request(call.url, call))
        context.hit()
        setTimeout(() => void answer(call, context), 1000)
        return response
      },
    ),
  },
  {
    name: 'asks for passwords of several kinds of signs',
    alter: onCalls(
      ({ operation }) => operation === 'createUser',
      (call, context) => {
        const password = String(parametersOf(call).password)
        const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/]
        if (password.length >= 12 && kinds.every((kind) => kind.test(password))) {
          return answer(call, context)
        }
        context.hit()
        const message = { password: ['is too simple'] }
        return Promise.resolve(Response.json({ message }, { status: 400 }))
      },
    ),
  },
  {
    name: 'takes 20 ms for each answer',
    alter: onCalls(
      () => true,
      async (call, context) => {
        await wait(20)
        return answer(call, context)
      },
    ),
  },
  {
    name: 'hides what is forbidden to write behind a 404',
    alter: onCalls(
      ({ method }) => method !== 'GET',
      async (call, context) => {
        const response = await answer(call, context)
        if (response.status !== 403 || call.headers.has('sudo')) return response
        context.hit()
        return Response.json({ message: '404 Not found' }, { status: 404 })
      },
    ),
  },
  {
    name: 'notes more events than the specification names',
    alter: editList(['listProjectEvents', 'listUserEvents'], (items) =>
      items.flatMap((item) =>
        isObject(item) && item.action_name === 'joined' ? [item, item] : [item],
      ),
    ),
  },
]
