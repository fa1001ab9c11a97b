import { expect, it } from 'vitest'
import type { History } from '../../../../src/verify/compare/index.ts'
import { at, isObject } from '../../../../src/verify/story/bodies.ts'
import { asAdmin, commit, differencesOf, issue, note, ofIssue, ofNote } from '../steps.ts'
import { type Show, type Shown, showing } from './altered.ts'

const events = asAdmin('listProjectEvents')
const close = asAdmin('updateIssue', { ...ofIssue, state_event: 'close' })
const reopen = asAdmin('updateIssue', { ...ofIssue, state_event: 'reopen' })

const differencesWith = async (show: Show, history: History) =>
  differencesOf(await showing(/\/events$/, show), history)

/** Shows the events of a list by their places among those that are opened. */
function openings(show: (event: Shown, place: number) => Shown | undefined): Show {
  return (event, _request, listed) => {
    const opened = listed.filter((one) => at(one, 'action_name') === 'opened')
    return opened.includes(event) ? show(event, opened.indexOf(event)) : event
  }
}

it('leaves open what the event of an issue that is opened again is called, and whether it exists', async () => {
  const history = [issue, close, reopen, events]
  const renamed = openings((event, place) =>
    place === 0 ? { ...event, action_name: 'reopened' } : event,
  )
  expect(await differencesWith(renamed, history)).toEqual([])
  const without = openings((event, place) => (place === 0 ? undefined : event))
  expect(await differencesWith(without, history)).toEqual([])
  const withoutFirst = openings((event, place) => (place === 1 ? undefined : event))
  expect(await differencesWith(withoutFirst, history)).toEqual([
    'listProjectEvents | [] (no such item)',
  ])
  const opens: Show = (event) =>
    event.action_name === 'closed' ? { ...event, action_name: 'opened' } : event
  expect(await differencesWith(opens, history)).toEqual(['listProjectEvents | [].action_name'])
  // What was not opened again is told of as before.
  const never = openings((event) => ({ ...event, action_name: 'created' }))
  expect(await differencesWith(never, [issue, close, events])).toEqual([
    'listProjectEvents | [].action_name',
  ])
})

it('leaves open whether events tell of things as they were, but not that they tell of these', async () => {
  const history = [
    ...[issue, note],
    asAdmin('updateIssue', { ...ofIssue, title: 'A puddle' }),
    asAdmin('updateIssueNote', { ...ofIssue, ...ofNote, body: 'It was wet' }),
    events,
  ]
  const titled =
    (title: string): Show =>
    (event) =>
      event.target_type === 'Issue' ? { ...event, target_title: title } : event
  expect(await differencesWith(titled('A leak'), history)).toEqual([])
  expect(await differencesWith(titled('Another'), history)).toEqual([
    'listProjectEvents | [].target_title',
  ])
  const commented =
    (body: string): Show =>
    ({ note: shown, ...event }) =>
      isObject(shown) ? { ...event, note: { ...shown, body } } : event
  expect(await differencesWith(commented('It is wet'), history)).toEqual([])
  expect(await differencesWith(commented('It is dry'), history)).toEqual([
    'listProjectEvents | [].note.body',
  ])
  const ofNotes =
    (title: string): Show =>
    (event) =>
      event.target_type === 'Note' ? { ...event, target_title: title } : event
  for (const title of ['A leak', 'A puddle']) {
    expect(await differencesWith(ofNotes(title), history)).toEqual([])
  }
  expect(await differencesWith(ofNotes('Another'), history)).toEqual([
    'listProjectEvents | [].target_title',
  ])
})

it('leaves open whether what pushes no commit, or is said of one, is an event', async () => {
  const history = [
    commit,
    asAdmin('createBranch', { branch_name: 'topic', ref: 'master' }),
    asAdmin('createTag', { tag_name: 'v1', ref: 'master' }),
    asAdmin('createCommitComment', { sha: '<commit1.id>', note: 'Well' }),
    asAdmin('createFile', {
      ...{ branch_name: 'topic', file_path: 'a.txt', content: 'A', commit_message: 'Add' },
    }),
    events,
  ]
  const isNew = (event: Shown) => /^0+$/.test(String(at(event.data, 'before')))
  const isFirst = (event: Shown) => at(event.data, 'ref') === 'refs/heads/master'
  const without: Show = (event) =>
    (isNew(event) && !isFirst(event)) || at(event.note, 'noteable_type') === 'Commit'
      ? undefined
      : event
  expect(await differencesWith(without, history)).toEqual([])
  const counting: Show = ({ data, ...event }) =>
    isNew({ data }) && isObject(data) && !isFirst({ data })
      ? { ...event, data: { ...data, total_commits_count: 1 } }
      : { ...event, data }
  expect(await differencesWith(counting, history)).toEqual([])
  const missing = ['listProjectEvents | [] (no such item)']
  expect(await differencesWith((event) => (isFirst(event) ? undefined : event), history)).toEqual(
    missing,
  )
  const withoutPush: Show = (event) => (event.data !== null && !isNew(event) ? undefined : event)
  expect(await differencesWith(withoutPush, history)).toEqual(missing)
})
