import type { ComponentChildren } from 'preact'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'
import { BodyView, CodeView, JsonView } from '../parts/code-view.tsx'
import { copyText } from '../parts/copy-button.tsx'
import { DetailPane } from '../parts/detail-pane.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { Problem } from '../parts/problem.tsx'
import { Method, Status } from '../parts/status.tsx'
import { toast, toastProblem } from '../parts/toast.tsx'
import { callPath, readJson } from '../session/api.ts'
import { controlCall, forge } from '../session/control.ts'
import { useLoaded } from '../session/loaded.ts'
import { type Person, people, personOf } from '../session/overview.ts'
import { worldUrl } from '../session/place.ts'
import { useCommands } from '../shell/commands.ts'
import { go, hrefOf } from '../shell/router.ts'
import { useTitle } from '../shell/title.ts'
import { asCurl, asFetch, asTest, type Sendable, sendableOf } from './copies.ts'
import { failures } from './failures.ts'
import { Reason } from './reason.tsx'

interface RequestDetailProps {
  readonly id: string
  readonly onClose: () => void
}

/** Shows a request of the journal: its content, its response with the reason, and the actions on it. */
export function RequestDetail({ id, onClose }: RequestDetailProps) {
  const { value: entry, problem } = useLoaded(
    (signal) => controlCall<JournalEntry>('GET', `/requests/${encodeURIComponent(id)}`, { signal }),
    [id],
  )
  if (entry) return <EntryDetail entry={entry} onClose={onClose} />
  return (
    <DetailPane label="Request" title="Request" onClose={onClose} isComing={problem === undefined}>
      {problem !== undefined && <Problem>{problem}</Problem>}
    </DetailPane>
  )
}

function EntryDetail({
  entry,
  onClose,
}: {
  readonly entry: JournalEntry
  readonly onClose: () => void
}) {
  const { method, path, status, user } = entry
  const asker = personOf(user)
  useTitle('record', `${method} ${path}`)
  const sendable = sendableOf(entry, worldUrl, asker?.token)
  const copies = sendable
    ? [
        { title: 'as curl', text: () => asCurl(sendable) },
        { title: 'as fetch', text: () => asFetch(sendable) },
        { title: 'as a test', text: () => asTest(sendable, entry) },
      ]
    : []
  const copyItems = copies.map(({ title, text }) => ({
    title,
    run: () => copyText(text()).then(() => toast(`Copied the request ${title}`), toastProblem),
  }))
  const failItems = failures.map(({ title, fault }) => ({
    title,
    run: () => void failNextTime(entry, title, fault),
  }))
  const replayItems = [
    ...people.value
      .filter(({ username }) => username !== user)
      .map((person) => ({
        title: person.username,
        hint: person.role,
        run: () => void replay(entry, person),
      })),
    { title: 'nobody', run: () => void replay(entry, null) },
  ]
  useCommands([
    ...(sendable
      ? [
          {
            title: 'Replay the request',
            icon: 'replay' as const,
            run: () => void replay(entry, asker ?? null),
          },
        ]
      : []),
    ...copyItems.map(({ title, run }) => ({ title: `Copy ${title}`, icon: 'copy' as const, run })),
  ])
  return (
    <DetailPane
      label="Request"
      title={
        <>
          <Method method={method} /> <code>{path}</code> <Status status={status} />
        </>
      }
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            disabled={!sendable}
            onClick={() => void replay(entry, asker ?? null)}
          >
            <Icon name="replay" />
            Replay
          </button>
          <Menu title="Replay as" icon="user" items={replayItems} isDisabled={!sendable} />
          <Menu title="Copy" icon="copy" items={copyItems} isDisabled={!sendable} />
          <Menu title="Fail next time" icon="fault" items={failItems} />
        </>
      }
    >
      <Reason entry={entry} />
      <Facts entry={entry} />
      <Sent entry={entry} />
      <h3>Answer</h3>
      <Answer entry={entry} />
    </DetailPane>
  )
}

function Facts({ entry }: { readonly entry: JournalEntry }) {
  const { operationId, api, user, at, milliseconds, world, fault, id } = entry
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [
      'Operation',
      operationId && api && (
        <a href={hrefOf({ path: ['contract', api, operationId] })}>{operationId}</a>
      ),
    ],
    ['API', api],
    ['Who', user ?? 'nobody'],
    ['Time', at],
    ['Took', `${milliseconds.toFixed(1)} ms`],
    ['World', world],
    ['Fault', fault && <a href={hrefOf({ path: ['faults'] })}>{fault}</a>],
    ['Request id', id],
  ]
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ),
      )}
    </dl>
  )
}

function Sent({ entry }: { readonly entry: JournalEntry }) {
  const { parameters, given, headers, body } = entry
  const filledIn = Object.fromEntries(
    Object.entries(parameters).filter(([name]) => !(name in given)),
  )
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      {Object.keys(given).length > 0 && (
        <>
          <h3>Parameters</h3>
          <JsonView value={given} label="The parameters" />
        </>
      )}
      {Object.keys(filledIn).length > 0 && (
        <details>
          <summary class="dim">Filled in by the contract</summary>
          <JsonView value={filledIn} label="The defaults" />
        </details>
      )}
      <details>
        <summary class="dim">Request headers ({headerLines.length})</summary>
        <CodeView text={headerLines.join('\n')} label="The request headers" />
      </details>
      {body !== undefined && body !== '' && (
        <>
          <h3>Body</h3>
          <BodyView body={{ text: body, json: readJson(body) }} label="The body" />
        </>
      )}
    </>
  )
}

function Answer({ entry }: { readonly entry: JournalEntry }) {
  const { answer, status } = entry
  if (status === 0) return <p class="dim">There was none: a fault took it away.</p>
  if (answer === undefined) return <p class="dim">No JSON: a file, or nothing at all.</p>
  return <JsonView value={answer} label="The answer" />
}

/** Repeats a request as a user or anonymously, and opens the new entry. */
async function replay(entry: JournalEntry, person: Person | null): Promise<void> {
  const sendable: Sendable | undefined = sendableOf(entry, '', undefined)
  if (!sendable) return
  const { method, url, headers, body } = sendable
  try {
    const answer = await callPath(method, url, {
      as: person,
      headers,
      isMeant: true,
      ...(body === undefined ? {} : { body }),
    })
    toast(`${method} was answered ${answer.status} ${answer.statusText}`.trim())
    const id = answer.headers.get('x-request-id')
    if (id !== null)
      go({
        path: ['requests', id],
        query: Object.fromEntries(new URLSearchParams(location.search)),
      })
  } catch (error) {
    toastProblem(error)
  }
}

/** Makes the next similar request fail. */
async function failNextTime(
  { operationId, method, path }: JournalEntry,
  title: string,
  fault: (typeof failures)[number]['fault'],
): Promise<void> {
  const below = /^\/api\/v\d+(\/[^?]*)/.exec(path)?.[1]
  const criteria =
    operationId === undefined
      ? { method, ...(below === undefined ? {} : { path: below }) }
      : { operation: operationId }
  try {
    const { id } = await forge.faults.add({ ...criteria, ...fault, times: 1 })
    toast(`Fault ${id}: ${operationId ?? `${method} ${path}`} will be hit once: ${title}`)
  } catch (error) {
    toastProblem(error)
  }
}
