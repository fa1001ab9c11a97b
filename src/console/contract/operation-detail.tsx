import { DetailPane } from '../parts/detail-pane.tsx'
import { Method } from '../parts/status.tsx'
import { counted } from '../parts/words.ts'
import { hrefOf } from '../shell/router.ts'
import { useTitle } from '../shell/title.ts'
import type { Answer, Operation, Parameter } from './reference.ts'
import { TryIt } from './try-it.tsx'

interface OperationDetailProps {
  readonly operation: Operation
  /** The number of calls in this world. */
  readonly calls: number
  /** All operations of its API, by which example values are found. */
  readonly operations: readonly Operation[]
  /** Called after the user called the operation. */
  readonly onCalled: () => void
  readonly onClose: () => void
}

const whoMay = {
  public: 'Whoever sees what it is about, without credentials as well',
  user: 'Whoever has signed in and may',
  admin: 'Administrators',
} as const

/** Shows the parameters and responses of an operation, and a form that calls it. */
export function OperationDetail({
  operation,
  calls,
  operations,
  onCalled,
  onClose,
}: OperationDetailProps) {
  const { id, method, path, summary, access, choice, isExtension, parameters, answers } = operation
  useTitle('record', id)
  return (
    <DetailPane
      label="Operation"
      title={
        <>
          <Method method={method} /> <code>{path}</code>
        </>
      }
      onClose={onClose}
    >
      <p>{summary}</p>
      <dl class="facts">
        <dt>Operation</dt>
        <dd>{id}</dd>
        <dt>Who</dt>
        <dd>{whoMay[access]}</dd>
        <dt>In this world</dt>
        <dd>
          <a href={hrefOf({ path: ['requests'], query: { operation: id } })}>
            {counted(calls, 'call')}
          </a>
        </dd>
        {isExtension && (
          <>
            <dt>Extension</dt>
            <dd>GitLab 8.15 had it, and the specification of v3 does not name it.</dd>
          </>
        )}
        {choice !== undefined && (
          <>
            <dt>Not specified</dt>
            <dd>{choice}</dd>
          </>
        )}
      </dl>
      <h3>Try it</h3>
      <TryIt operation={operation} operations={operations} onCalled={onCalled} />
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {answers.map((answer) => (
        <AnswerFields key={answer.status} answer={answer} />
      ))}
    </DetailPane>
  )
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }) {
  return (
    <>
      <h3>Parameters</h3>
      <ul class="contract-fields">
        {parameters.map(({ name, place, type, isRequired, description }) => (
          <li key={`${place} ${name}`}>
            <code>{name}</code> <span class="dim">{place}</span>{' '}
            {isRequired && <strong>required</strong>}
            <div class="dim">{type}</div>
            {description !== '' && <div>{description}</div>}
          </li>
        ))}
      </ul>
    </>
  )
}

function AnswerFields({ answer }: { readonly answer: Answer }) {
  const { status, description, fields, isList } = answer
  return (
    <>
      <h3>{`Answer ${status}`}</h3>
      <p class="dim">
        {description}
        {isList ? ' Each item of the list has:' : ''}
      </p>
      {fields.length > 0 && (
        <ul class="contract-fields is-dense">
          {fields.map(({ name, type }) => (
            <li key={name}>
              <code>{name}</code> <span class="dim">{type}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
